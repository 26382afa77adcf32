curl -sS -X POST "$CREDENCE_HOST/plot" -H "Authorization: $CREDENCE_API_KEY" \
  -H 'Content-Type: application/json' -d "{\"payload\": \"$UX\"}"
