credence samples "$UX" --count 5
