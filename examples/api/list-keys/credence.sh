credence keys list
