api() { curl -sS --fail-with-body -H "Authorization: $CREDENCE_API_KEY" -H 'Content-Type: application/json' "$@"; }

CORE=$(api "$CREDENCE_HOST/cores" -d '{"Name": "mine", "Class": "C0", "Microarchitecture": "Athens", "CorrelationTracking": "Autocorrelation", "MemorySize": 32000000, "Precision": 128}' | jq -r .CoreID)
api -X PATCH "$CREDENCE_HOST/cores/$CORE" -d '{"Precision": 256}'
api "$CREDENCE_HOST/cores"
api -X DELETE "$CREDENCE_HOST/cores/$CORE"
