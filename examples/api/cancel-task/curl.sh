api() { curl -sS -H "Authorization: $CREDENCE_API_KEY" "$@"; }

TASK=$(api -X POST "$CREDENCE_HOST/builds/$BUILD_ID/tasks" | jq -r .TaskID)
api -X POST "$CREDENCE_HOST/tasks/$TASK/cancel"     # 202, or 409 when it has already ended
until api "$CREDENCE_HOST/tasks/$TASK" | jq -e '.Status | IN("Completed", "Stopped", "Cancelled")' > /dev/null; do sleep 0.2; done
api -X DELETE "$CREDENCE_HOST/tasks/$TASK"          # 204
