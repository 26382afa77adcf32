credence tasks output "$TASK_ID"
