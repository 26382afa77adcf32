credence cores get C0-S+
