#error this copy is for machines without the platform
