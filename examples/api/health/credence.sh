credence health
