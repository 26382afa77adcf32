credence keys create laptop
