curl -sS --fail-with-body "$CREDENCE_HOST/builds/$BUILD_ID/tasks" -H "Authorization: $CREDENCE_API_KEY"
