curl -sS -X POST "$CREDENCE_HOST/webhooks" -H "Authorization: $CREDENCE_API_KEY" \
  -H 'Content-Type: application/json' -d '{"url": "https://hooks.example/credence", "events": ["task-status", "build-status"]}'
