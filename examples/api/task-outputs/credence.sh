credence tasks output "$TASK_ID" --stream Stderr
