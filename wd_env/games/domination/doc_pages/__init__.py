"""The program that writes the generated tables of SPEC.md."""
