"""Programs that write the generated tables of SPEC.md and docs/reference/custom_files.md."""
