"""The table of the matches at the end of a run."""

from wd_env.training.final_matches import format_results

ROW = {
    "opponents": "3 random", "players": 4, "games": 1000, "decided": 900, "won": 450, "win_rate": 0.5, "low": 0.4671,
    "high": 0.5329, "even_share": 0.25,
}  # fmt: skip


def test_the_table_has_a_line_for_each_match_below_its_columns():
    head, first, second = format_results([ROW, {**ROW, "opponents": "1 my\x1bbot"}]).splitlines()
    assert head.split() == "the learner against games decided won share 95% interval even share".split()
    assert first.split() == "3 random 1000 900 450 50.0% 46.7% to 53.3% 25.0%".split()
    assert [head.index(name) + len(name) for name in ("games", "decided", "won", "share")] == [
        first.index(value) + len(value) for value in ("1000", " 900", "450", "50.0%")
    ]
    assert len(first) == len(head)
    assert second.startswith("1 my\\x1bbot ")
