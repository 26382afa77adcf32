curl -sS -X POST "$CREDENCE_HOST/builds/$BUILD_ID/tasks" -H "Authorization: $CREDENCE_API_KEY" \
  -H 'Content-Type: application/json' -d '{"Arguments": "--runs 3 \"two words\""}'
