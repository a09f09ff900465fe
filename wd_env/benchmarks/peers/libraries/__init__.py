"""One module a library, and beside it the versions of everything in the library's environment, as pip writes them.

A module runs in that environment, where there is nothing of ours, so it imports nothing of ours.
"""
