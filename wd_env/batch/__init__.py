"""Many games at once over arrays, on a CPU or a GPU."""
