"""What the command line does, a file a command; `runtime.cli` says how each is called."""
