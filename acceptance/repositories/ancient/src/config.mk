CFLAGS = -std=gnu89 -Wno-implicit-function-declaration -Wno-implicit-int
