credence builds output "$BUILD_ID"
