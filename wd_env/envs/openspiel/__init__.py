"""The games of the catalogue for OpenSpiel."""
