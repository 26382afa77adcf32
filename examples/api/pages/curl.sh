KEY=
while :; do
  PAGE=$(curl -sS "$CREDENCE_HOST/tasks${KEY:+?startKey=$KEY}" -H "Authorization: $CREDENCE_API_KEY")
  echo "$PAGE" | grep -o '"TaskID": *"tsk_[0-9a-f]*"'
  case "$PAGE" in *ContinuationKey*) ;; *) break ;; esac
  KEY=$(echo "$PAGE" | sed 's/.*"ContinuationKey": *"\([^"]*\)".*/\1/')
done
