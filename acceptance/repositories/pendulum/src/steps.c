int steps(void) { return 250; }
