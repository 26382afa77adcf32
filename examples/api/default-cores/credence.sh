credence cores list --default
