#error this stand-in is for machines without the platform
