set -- 0.2 0.3 0.5 0.7 1 1.5 2 3 5   # seconds to wait; the last one again and again
until curl -sS "$CREDENCE_HOST/tasks/$TASK_ID" -H "Authorization: $CREDENCE_API_KEY" |
  jq -er '.Status | select(IN("Completed", "Stopped", "Cancelled"))'; do
  sleep "$1"
  [ $# -eq 1 ] || shift
done
