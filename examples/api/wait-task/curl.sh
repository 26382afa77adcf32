PAUSE=0.2
while :; do
  STATUS=$(curl -sS "$CREDENCE_HOST/tasks/$TASK_ID" -H "Authorization: $CREDENCE_API_KEY" | sed 's/.*"TaskID"[^{}]*"Status": *"\([^"]*\)".*/\1/')
  case "$STATUS" in Completed | Stopped | Cancelled) break ;; esac
  sleep "$PAUSE"
  PAUSE=$(echo "$PAUSE" | awk '{ p = $1 * 1.5; print (p > 5 ? 5 : p) }')
done
echo "$STATUS"
