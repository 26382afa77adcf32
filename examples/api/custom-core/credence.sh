CORE=$(credence cores create mine --precision 128 --memory 32000000)
credence cores update "$CORE" --precision 256
credence cores list
credence cores delete "$CORE"
