SOURCES = main.f90 lib/swing.f90 lib/euler.f steps.c
FFLAGS = -Ilib
