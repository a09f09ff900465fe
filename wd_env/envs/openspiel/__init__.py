"""Games of the catalogue for OpenSpiel."""
