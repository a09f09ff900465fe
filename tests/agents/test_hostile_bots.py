"""Nothing in an untrusted bot file is executed."""

import base64
import io
import json
import pickle  # noqa: TID251 - the hostile files are made with it
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.agents.small_bot import refusal
from wd_env.storage import tensor_file

ROOT = Path(__file__).parents[2]


class Payload:
    """An object that creates a marker file when it is unpickled."""

    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return Path.touch, (self.marker,)


def zipped(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def hostile_files(marker, sound):
    """Return files that harm whoever opens them with their usual loader."""
    evil = pickle.dumps(Payload(marker))
    known = {"policy_class": {":type:": "x", ":serialized:": base64.b64encode(evil).decode()}}
    unknown = {"surprise": known["policy_class"]}
    sb3 = {"policy.pth": evil, "pytorch_variables.pth": evil, "_stable_baselines3_version": "2.9.2"}
    text, payload = json.dumps({"kind": "wd_env bot", "x": unknown}).encode(), evil
    prefix = tensor_file.PREFIX.pack(tensor_file.MAGIC, tensor_file.FORMAT, len(text), len(payload))
    body = prefix + text + payload
    return {
        "sb3.zip": zipped({"data": json.dumps(known)} | sb3),
        "sb3_unknown_field.zip": zipped({"data": json.dumps(unknown)} | sb3),
        "policy.pth": zipped({"archive/data.pkl": evil, "archive/version": "3\n"}),
        "raw.pkl": evil,
        "old_protocol.pkl": pickle.dumps(Payload(marker), protocol=0),
        "legacy.pth": pickle.dumps(0x1950A86A20F9469CFC6C) + evil,
        "vec_normalize.pkl": pickle.dumps({"running_mean": Payload(marker)}),
        "array.npy": b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': ()}\n" + evil,
        "traversal.zip": zipped({"../../../evil": "x", "/etc/evil": "x"}),
        "pickle_for_payload.wdbot": body + tensor_file.hashlib.sha256(body).digest(),
        "bot_then_pickle.wdbot": sound + evil,
        "pickle_then_bot.wdbot": evil + sound,
        "bot_then_zip.wdbot": sound + zipped({"data": json.dumps(known)} | sb3),
        "bomb.zip": zipped({"data": bytes(2**20)}),
        "empty.wdbot": b"",
        "text.wdbot": b"weights: please\n",
    }


WATCHED = """
import os, sys, types
from wd_env.agents.files.bot_file import load_bot
from wd_env.errors import CheckpointError

game = types.SimpleNamespace(
    name="toy", version=0, actions=("pass", "roll", "buy"), layout=types.SimpleNamespace(size=2),
    actions_hash="aaaa", layout_hash="bbbb", rules_hash="cccc", pointers=(),
)
sound, *others = sys.argv[1:]
for path in (sound, __import__("os").devnull):  # the way to a refusal is lazy too
    try:
        load_bot(path, game)
    except CheckpointError:
        pass
FORBIDDEN = ("pickle.", "exec", "compile", "import", "os.system", "os.exec", "os.posix_spawn", "os.fork",
             "subprocess.", "socket.", "ctypes.", "marshal.", "shutil.", "os.rename", "os.remove")
watching, seen = True, []
def watch(event, args):
    if not watching:
        return
    writes = event == "open" and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if writes or event.startswith(FORBIDDEN):
        seen.append(event)
sys.addaudithook(watch)
outcomes = []
for path in (sound, *others):
    try:
        load_bot(path, game)
        outcomes.append("loaded")
    except CheckpointError as error:
        outcomes.append("refused" if "\\n" not in str(error) else "long")
during = list(seen)
import pickle  # noqa: TID251 - the hostile files are made with it
pickle.loads(pickle.dumps(types.SimpleNamespace))
watching = False
print(outcomes[0], *sorted(set(outcomes[1:])), len(during), len(seen) > len(during), *during)
"""


def test_nothing_in_an_untrusted_file_runs(tmp_path, bot):
    """Watch Python's own audit events; the last line shows that the hook works."""
    marker = tmp_path / "marker"
    files = hostile_files(marker, bot.read_bytes())
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    command = [sys.executable, "-c", WATCHED, str(bot), *map(str, sorted(folder.iterdir()))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["loaded", "refused", "0", "True"]
    assert not marker.exists()


def test_the_payload_is_live(tmp_path):
    """Check that the payload works; otherwise an absent marker would prove nothing."""
    marker = tmp_path / "marker"
    pickle.loads(hostile_files(marker, b"")["raw.pkl"])  # noqa: S301 - this is the point
    assert marker.exists()


def test_a_zip_is_refused_with_a_word_on_why(tmp_path):
    path = tmp_path / "model.zip"
    path.write_bytes(hostile_files(tmp_path / "marker", b"")["sb3.zip"])
    assert "Stable-Baselines3" in refusal(path)


def test_the_module_of_bots_loads_without_torch():
    code = "import sys, wd_env.agents.files.bot_file; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
