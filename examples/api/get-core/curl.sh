curl -sS --fail-with-body "$CREDENCE_HOST/cores/cor_b21e4de9927158c1a5b603c2affb8a09" -H "Authorization: $CREDENCE_API_KEY"
