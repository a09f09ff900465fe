"""The commands of `wd`, in five groups."""
