curl -sS -X POST "$CREDENCE_HOST/keys" -H "Authorization: $CREDENCE_API_KEY" \
  -H 'Content-Type: application/json' -d '{"Name": "laptop", "ValidUntil": null}'
