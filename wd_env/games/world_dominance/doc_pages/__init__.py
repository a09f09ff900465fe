"""Programs that write the generated tables of SPEC.md and docs/own_files.md."""
