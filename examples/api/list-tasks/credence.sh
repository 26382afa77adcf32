credence tasks list --status Completed
