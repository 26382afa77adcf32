curl -sS "$CREDENCE_HOST/tasks/$TASK_ID" -H "Authorization: $CREDENCE_API_KEY"
