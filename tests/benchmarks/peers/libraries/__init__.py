"""One module per library, and the exact versions of all packages of its environment, as pip writes them.

These versions are not in uv.lock: some of the libraries want a Gymnasium that wd_env does not allow, and uv locks
nothing beside a package which contradicts it.
A module runs in that environment, where there is nothing of ours, so it imports nothing of ours.
"""
