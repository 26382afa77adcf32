credence tasks wait "$TASK_ID"
