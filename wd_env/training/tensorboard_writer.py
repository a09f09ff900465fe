"""Write scalars for TensorBoard immediately.

TensorBoard's writer uses a thread, which reports a full disk later, with a traceback in the middle of the run.
"""

import contextlib
import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tensorboard.compat.proto.event_pb2 import Event, SessionLog
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.record_writer import RecordWriter

from wd_env.storage.atomic_files import add_path_to_errors

TENSORBOARD_FOLDER = "tensorboard"  # in the folder of a run
FILE_VERSION = "brain.Event:2"  # of the file, as TensorBoard knows it


class EventFile:
    """A new file of events in this folder; TensorBoard hides events of older files after `decisions`."""

    def __init__(self, folder: Path, decisions: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"events.out.tfevents.{time.time_ns()}.{socket.gethostname()}.{os.getpid()}"
        self.path = folder / name
        self._file = self.path.open("xb")
        self._events = RecordWriter(self._file)
        self._write(step=decisions, file_version=FILE_VERSION)
        self._write(step=decisions + 1, session_log=SessionLog(status=SessionLog.START))

    def add(self, decisions: int, scalars: Mapping[str, float]) -> None:
        """Write scalars after this number of decisions; raise OSError if the file cannot be written."""
        values = [Summary.Value(tag=name, simple_value=value) for name, value in scalars.items()]
        self.add_summary(decisions, Summary(value=values))

    def add_text(self, name: str, text: str) -> None:
        """Write text in Markdown, which TensorBoard shows under TEXT."""
        from torch.utils.tensorboard.summary import text as text_summary

        self.add_summary(0, text_summary(name, text))  # type: ignore[no-untyped-call]  # torch ships no type for it

    def add_summary(self, decisions: int, summary: Summary) -> None:
        """Write a summary after this number of decisions."""
        self._write(step=decisions, summary=summary)

    def close(self) -> None:
        """Close the file; errors of the disk were raised when scalars were added."""
        with contextlib.suppress(OSError):
            self._file.close()

    def _write(self, **event: Any) -> None:
        with add_path_to_errors(self.path):
            self._events.write(Event(wall_time=time.time(), **event).SerializeToString())
            self._file.flush()


def write_hparams(
    folder: Path, decisions: int, settings: Mapping[str, bool | int | float | str | None], results: Mapping[str, float]
) -> None:
    """Write settings by name and final results into the folder of the run; TensorBoard compares them under HPARAMS."""
    from torch.utils.tensorboard.summary import hparams

    events = EventFile(folder / TENSORBOARD_FOLDER, decisions)
    values = {name: "none" if value is None else value for name, value in settings.items()}
    for summary in hparams(values, dict(results)):  # type: ignore[no-untyped-call]  # torch ships no type for it
        events.add_summary(decisions, summary)
    events.add(decisions, results)
    events.close()
