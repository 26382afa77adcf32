TASK=$(credence tasks run "$BUILD_ID" --detach)
credence tasks cancel "$TASK" || echo "it had already ended"
credence tasks wait "$TASK" || echo "it is not Completed"
credence tasks delete "$TASK"
