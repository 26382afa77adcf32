credence builds get "$BUILD_ID"
