CORE=$(credence api POST /cores --body '{"Name": "mine", "Class": "C0", "Microarchitecture": "Athens",
  "CorrelationTracking": "Autocorrelation", "MemorySize": 32000000, "Precision": 128}' | sed 's/.*"CoreID": *"\([^"]*\)".*/\1/')
credence api PATCH "/cores/$CORE" --body '{"Precision": 256}'
credence cores list
credence api DELETE "/cores/$CORE"
