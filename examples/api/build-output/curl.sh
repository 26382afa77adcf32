LINK=$(curl -sS "$CREDENCE_HOST/builds/$BUILD_ID/outputs" -H "Authorization: $CREDENCE_API_KEY" | sed 's/.*"Build": *"\([^"]*\)".*/\1/')
curl -sS "$LINK"
