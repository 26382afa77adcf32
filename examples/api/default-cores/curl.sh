curl -sS "$CREDENCE_HOST/cores?default=true" -H "Authorization: $CREDENCE_API_KEY"
