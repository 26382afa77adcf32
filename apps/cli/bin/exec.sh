# Read by credence.cjs as a shell script: becomes the pinned Node, which saves the start of another one that would look for it.
here=$(dirname "$(readlink -f "$0")")
case "$(uname -sm)" in
  'Linux x86_64') platform=linux-x64 ;;
  'Linux aarch64') platform=linux-arm64 ;;
  'Darwin arm64') platform=darwin-arm64 ;;
  *) platform=other ;;
esac
node="$here/../../../node_modules/node-$platform/bin/node"
[ -x "$node" ] && exec "$node" "$here/start.cjs" "$@"
exec node "$here/credence.cjs" "$@"
