'use strict'
// Which Node this project runs on: the npm package of this platform that carries the binary; where there is none, the running Node if it is new
// enough (old syntax on purpose: any Node may read this).
var MINIMUM = 24
function pinned() {
  try {
    return require.resolve('node-' + process.platform + '-' + process.arch + '/bin/node')
  } catch (missing) {
    return null
  }
}
// The path of the binary. Ends the process with a message where there is none.
exports.binary = function () {
  var binary = pinned()
  if (binary) return binary
  if (Number(process.versions.node.split('.')[0]) < MINIMUM) {
    console.error('credence: no pinned Node for ' + process.platform + '-' + process.arch + ' is installed, and ' + process.version + ' is older than ' + MINIMUM + '. Install Node ' + MINIMUM + ' or newer, or run "npm ci" without --omit=optional.')
    process.exit(1)
  }
  return process.execPath
}
