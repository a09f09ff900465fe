"""One module a library, and beside it the versions of everything in the library's environment, as pip writes them.

These versions are not in uv.lock: some of the libraries want a Gymnasium that wd_env does not allow, and uv locks
nothing beside a package which contradicts it.
A module runs in that environment, where there is nothing of ours, so it imports nothing of ours.
"""
