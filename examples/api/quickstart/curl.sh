( # in a shell of its own, which ends at the first error
set -eo pipefail

api() { curl -sS --fail-with-body -H "Authorization: $CREDENCE_API_KEY" "$@"; }
field() { grep -o "\"$1\": *\"[^\"]*\"" | sed 's/.*"\(.*\)"$/\1/' | head -n 1; }
wait_for() { # until the build or task is Completed; shows one that ended otherwise
  until api "$CREDENCE_HOST$1" > state.json && grep -q '"Status": *"Completed"' state.json; do
    if grep -q '"error"\|"Stopped"\|"Cancelled"' state.json; then cat state.json >&2; return 1; fi
    sleep 0.2
  done
}

cat > growth.c <<'C'
#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%lf\n", 100000.0 * (1 + UxHwDoubleUniformDist(0.05, 0.07))); }
C

SOURCE=$(base64 < growth.c | tr -d '\n')
BUILD=$(api "$CREDENCE_HOST/sourcecode/builds" -H 'Content-Type: application/json' -d "{\"Language\": \"C\", \"Code\": \"$SOURCE\"}" | field BuildID)
wait_for "/builds/$BUILD" || { curl -sS "$(api "$CREDENCE_HOST/builds/$BUILD/outputs" | field Build)"; exit 1; }

TASK=$(api -X POST "$CREDENCE_HOST/builds/$BUILD/tasks" | field TaskID)
wait_for "/tasks/$TASK"
api "$CREDENCE_HOST/tasks/$TASK/output/Stdout" > growth.txt
cat growth.txt

UX=$(grep -o 'Ux[0-9A-Fa-f]*' growth.txt | head -n 1) # the first value, whatever is printed around it
PLOT=$(api "$CREDENCE_HOST/plot" -H 'Content-Type: application/json' -d "{\"payload\": \"$UX\"}" | field presignedURL)
curl -sS -o growth.png "$PLOT"
)
