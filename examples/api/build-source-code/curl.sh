curl -sS -X POST "$CREDENCE_HOST/sourcecode/builds" -H "Authorization: $CREDENCE_API_KEY" \
  -H 'Content-Type: application/json' -d '{"Language": "C", "Code": "int main(void) { return 0; }", "CoreID": "cor_b21e4de9927158c1a5b603c2affb8a09"}'
