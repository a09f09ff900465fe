"""`run.json` of a run is read as written, and an invalid one is rejected by the name of the value."""

import pytest

from wd_env.errors import CheckpointError
from wd_env.training.run_folder import RUN_FILE, read_run_info


def test_seconds_are_integers_or_fractions_and_may_be_absent(tmp_path):
    (tmp_path / RUN_FILE).write_text('{"seconds": {"ppo": 1, "final_matches": 0.5}, "resumed": []}')
    assert read_run_info(tmp_path) == {"seconds": {"ppo": 1, "final_matches": 0.5}, "resumed": []}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "expected a JSON object"),
        ('{"seconds": [1]}', " seconds: expected a number of seconds for each stage"),
        ('{"seconds": {"ppo": 1, "imitation": "1"}}', " seconds: expected a number of seconds for each stage"),
        ('{"seconds": {"ppo": true}}', " seconds: expected a number of seconds for each stage"),
        ('{"processor_seconds": {"ppo": null}}', " processor_seconds: expected a number of seconds for each stage"),
        ('{"resumed": {}}', "resumed: expected a list"),
    ],
)
def test_an_invalid_run_file_is_rejected(tmp_path, text, words):
    (tmp_path / RUN_FILE).write_text(text)
    with pytest.raises(CheckpointError, match=rf"run\.json: ?{words}"):
        read_run_info(tmp_path)
