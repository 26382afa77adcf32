curl -sS "$CREDENCE_HOST/tasks/$TASK_ID/output/Stdout" -H "Authorization: $CREDENCE_API_KEY"
