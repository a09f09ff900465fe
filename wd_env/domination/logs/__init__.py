"""Logs of the program whose game this is (ledger 9.2)."""
