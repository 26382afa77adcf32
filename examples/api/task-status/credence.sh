credence tasks get "$TASK_ID"
