credence webhooks create https://hooks.example/credence --events task-status,build-status
