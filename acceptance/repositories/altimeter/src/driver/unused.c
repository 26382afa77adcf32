#error this file is filtered out
