curl -sS --fail-with-body "$CREDENCE_HOST/builds?status=Stopped&from=2026-01-01T00:00:00Z" -H "Authorization: $CREDENCE_API_KEY"
