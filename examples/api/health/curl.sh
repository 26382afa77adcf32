curl -sS --fail-with-body "$CREDENCE_HOST/health" -H "Authorization: $CREDENCE_API_KEY"
