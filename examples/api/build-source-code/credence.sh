echo 'int main(void) { return 0; }' > main.c
credence builds create main.c --core C0-S+
