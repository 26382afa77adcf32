api() { curl -sS --fail-with-body -H "Authorization: $CREDENCE_API_KEY" "$@"; }
field() { sed "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/"; }

cat > growth.json <<'JSON'
{
  "Language": "C",
  "Code": "#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf(\"%lf\\n\", 100000.0 * (1 + UxHwDoubleUniformDist(0.05, 0.07))); }"
}
JSON

BUILD=$(api "$CREDENCE_HOST/sourcecode/builds" -H 'Content-Type: application/json' -d @growth.json | field BuildID)
until api "$CREDENCE_HOST/builds/$BUILD" | grep -q '"Status": *"\(Completed\|Stopped\)"'; do sleep 0.2; done

TASK=$(api -X POST "$CREDENCE_HOST/builds/$BUILD/tasks" | field TaskID)
until api "$CREDENCE_HOST/tasks/$TASK" | grep -q '"Status": *"\(Completed\|Stopped\)"'; do sleep 0.2; done

VALUE=$(api "$CREDENCE_HOST/tasks/$TASK/output/Stdout")
echo "$VALUE"

PLOT=$(api "$CREDENCE_HOST/plot" -H 'Content-Type: application/json' -d "{\"payload\": \"$VALUE\"}" | field presignedURL)
curl -sS -o growth.png "$PLOT"
