KEY=
while PAGE=$(curl -sS "$CREDENCE_HOST/tasks${KEY:+?startKey=$KEY}" -H "Authorization: $CREDENCE_API_KEY"); do
  echo "$PAGE" | jq -r '.Tasks[].TaskID'
  KEY=$(echo "$PAGE" | jq -r '.ContinuationKey // empty')
  [ -n "$KEY" ] || break
done
