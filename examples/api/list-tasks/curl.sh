curl -sS --fail-with-body "$CREDENCE_HOST/tasks?status=Completed" -H "Authorization: $CREDENCE_API_KEY"
