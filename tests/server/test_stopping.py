"""A server stops after SIGTERM with exit code 0 in any state, without crashing the interpreter."""

import os
import signal
import subprocess
import sys

from tests.server.servers import ROOT, SECONDS, Server, free_port, wait_until_ready
from tests.server.stops import Load, find_lost
from wd_env.server.client import HttpClient

# The object prints when the interpreter ends, the function when the process ends.
PROGRAM = """
import atexit, os, sys
from wd_env.cli.main import main

class Last:
    def __del__(self, write=os.write):
        write(1, b"interpreter ")

sys.last_of_all = Last()
atexit.register(os.write, 1, b"process ")
raise SystemExit(main(["serve", "--port", sys.argv[1], "--processes", "1"]))
"""


def test_a_server_that_stops_runs_the_exit_functions_but_does_not_end_the_interpreter():
    port = free_port()
    words = [sys.executable, "-c", PROGRAM, str(port)]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": "."})
    wait_until_ready(HttpClient(f"http://127.0.0.1:{port}"), process)
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=SECONDS)
    assert (process.returncode, output) == (0, b"process ")


def test_a_server_that_is_stopped_under_load_keeps_what_was_confirmed(tmp_path):
    server = Server("--save-dir", str(tmp_path), "--processes", "1")
    load = Load(server)
    load.wait()
    code = server.stop()
    load.join()
    output = server.process.stderr.read() if server.process.stderr else b""
    assert load.confirmed
    assert (code, find_lost(tmp_path, load.confirmed)) == (0, [])
    assert b"Traceback" not in output
