LINK=$(curl -sS "$CREDENCE_HOST/builds/$BUILD_ID/outputs" -H "Authorization: $CREDENCE_API_KEY" | jq -r .Build)
curl -sS "$LINK"
