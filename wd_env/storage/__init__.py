"""Atomic files and bounded readers of untrusted JSON, TOML and tensor files."""
