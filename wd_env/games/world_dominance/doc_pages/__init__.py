"""Programs that write the generated tables of SPEC.md and docs/custom_files.md."""
