credence builds list --status Stopped
