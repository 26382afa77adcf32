curl -sS --fail-with-body "$CREDENCE_HOST/keys" -H "Authorization: $CREDENCE_API_KEY"
