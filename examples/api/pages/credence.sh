credence tasks list --limit 1000
