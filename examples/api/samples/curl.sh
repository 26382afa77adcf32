curl -sS -X POST "$CREDENCE_HOST/samples?count=5" -H "Authorization: $CREDENCE_API_KEY" \
  -H 'Content-Type: application/json' -d "{\"payload\": \"$UX\"}"
