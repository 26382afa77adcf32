curl -sS --fail-with-body -X POST "$CREDENCE_HOST/builds/$BUILD_ID/tasks" -H "Authorization: $CREDENCE_API_KEY"
