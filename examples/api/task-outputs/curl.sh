curl -sS --fail-with-body "$CREDENCE_HOST/tasks/$TASK_ID/outputs" -H "Authorization: $CREDENCE_API_KEY"
