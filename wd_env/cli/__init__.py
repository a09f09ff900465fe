"""The command `wd`: play, watch, measure, train and look things up at a terminal."""
