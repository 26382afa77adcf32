credence tasks run "$BUILD_ID" --arguments '--runs 3 "two words"'
