credence tasks run "$BUILD_ID" --raw
