cat > build.json <<'JSON'
{"Language": "C",
 "Code": "#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf(\"%lf\\n\", 100000.0 * (1 + UxHwDoubleUniformDist(0.05, 0.07))); }"}
JSON

curl -sS --fail-with-body "$CREDENCE_HOST/sourcecode/builds" -H "Authorization: $CREDENCE_API_KEY" \
  -H 'Content-Type: application/json' -d @build.json
