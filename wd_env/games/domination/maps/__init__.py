"""Maps and decks of Domination: files, borders, sizes and reports."""
