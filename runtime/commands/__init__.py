"""The commands of the command line, one file each; `runtime.cli` says how each is called."""
