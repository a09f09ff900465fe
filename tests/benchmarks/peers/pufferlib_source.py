"""Build one game of PufferLib 3.0.0 from its source distribution, with its own flags.

Its set-up downloads libraries that this game does not need, and requires torch. The switches that leave both out
(`NO_OCEAN`, `NO_TRAIN`) lead to an undefined name, so that name and torch have stand-ins while pip reads the metadata
of the distribution. The distribution includes the headers and the library that the game's image needs.
"""

import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.peers.libraries.pufferlib import SOURCE
from tests.benchmarks.peers.unavailable import Unavailable, error_line
from wd_env.storage.atomic_files import write_atomic

RELEASE = "pufferlib==3.0.0"
STAND_INS = """
import builtins, sys, types

builtins.c_extension_paths = []
for name in ("torch", "torch.utils", "torch.utils.cpp_extension"):
    sys.modules[name] = types.ModuleType(name)
cpp = sys.modules["torch.utils"].cpp_extension = sys.modules["torch.utils.cpp_extension"]
cpp.BuildExtension = cpp.CppExtension = cpp.CUDAExtension = object
cpp.CUDA_HOME = None
"""
BUILD_INFO = """
import json, numpy, sysconfig

print(json.dumps([sysconfig.get_path("include"), numpy.get_include(), sysconfig.get_config_var("EXT_SUFFIX")]))
"""
DEFINES = ("-DNPY_NO_DEPRECATED_API=NPY_1_7_API_VERSION", "-DPLATFORM_DESKTOP")
FLAGS = ("-O2", "-flto", "-Wno-alloc-size-larger-than", "-Wno-implicit-function-declaration", "-fwrapv")
LIBRARIES = ("-Bsymbolic-functions", "-lm", "-lpthread", "-ldl")


def build(python: Path, place: Path) -> None:
    """Download the source into the environment `place` and compile its triple triad there.

    Raises:
        Unavailable: If it cannot be built, with the reason.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise Unavailable("it is built from C, and no C compiler (cc, gcc) was found")
    root = _unpack(python, place)
    game, raylib = root / "pufferlib" / "ocean" / "tripletriad", root / "raylib-5.5_linux_amd64"
    headers, numpy_headers, suffix = json.loads(_run((python, "-c", BUILD_INFO)))
    included = [f"-I{folder}" for folder in (headers, numpy_headers, raylib / "include")]
    source, made = game / "binding.c", game / f"binding{suffix}"
    picture = raylib / "lib" / "libraylib.a"
    _run((compiler, "-shared", "-fPIC", *included, *DEFINES, *FLAGS, source, picture, *LIBRARIES, "-o", made))


def _unpack(python: Path, place: Path) -> Path:
    """Unpack the source distribution, and return its folder."""
    folder, stand_ins = place / SOURCE, place / "stand_ins"
    for made in (folder, stand_ins):
        made.mkdir()
    write_atomic(stand_ins / "sitecustomize.py", STAND_INS)
    switches = {"NO_OCEAN": "1", "NO_TRAIN": "1", "PYTHONPATH": str(stand_ins)}
    fetch = ("-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "--no-build-isolation")
    _run((python, *fetch, "-d", folder, RELEASE), os.environ | switches)
    (packed,) = folder.glob("pufferlib-*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    packed.unlink()
    return packed.with_name(packed.name.removesuffix(".tar.gz"))


def _run(command: Sequence[str | Path], environ: dict[str, str] | None = None) -> str:
    """Run a command, and return its output; raise Unavailable if it fails."""
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unavailable(f"it does not build: {error_line(done.stderr)}")
    return done.stdout
