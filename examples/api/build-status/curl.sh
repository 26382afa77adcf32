curl -sS "$CREDENCE_HOST/builds/$BUILD_ID" -H "Authorization: $CREDENCE_API_KEY"
