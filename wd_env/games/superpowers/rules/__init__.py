"""The rules of Superpowers, in the language of compiled rules."""
