"""Sphinx configuration of the site; `docs/build_site.py` copies it next to the staged pages."""

import wd_env

project = "wd_env"
author = "wd_env contributors"
copyright = "2026, wd_env contributors"
version = release = wd_env.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["protocol"]
html_theme = "furo"
html_title = f"wd_env {release}"
html_copy_source = False

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4  # links to headings are checked
nitpicky = False

default_role = "code"  # docstrings mark code with single backticks
autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": False}
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
napoleon_use_ivar = True  # a property that `Attributes` names too is described once
autodoc_mock_imports = ["ray"]
suppress_warnings = ["docutils", "ref.python", "myst.header"]  # docstrings are not RST; rulings skip a level
