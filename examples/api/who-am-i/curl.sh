curl -sS "$CREDENCE_HOST/users/me" -H "Authorization: $CREDENCE_API_KEY"
