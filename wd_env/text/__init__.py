"""Games as text: descriptions, typed input and generated Markdown."""
