credence tasks list --build "$BUILD_ID"
