#!/usr/bin/env node
'use strict'
// Runs the given script on the Node that this project pins, whatever Node started this file (old syntax on purpose).
// The pinned one is the npm package of this platform that carries the binary; where there is none, the running Node serves if it is new enough.
var path = require('path')
var spawn = require('child_process').spawn

var MINIMUM = 24
function pinned() {
  try {
    return require.resolve('node-' + process.platform + '-' + process.arch + '/bin/node')
  } catch (missing) {
    return null
  }
}
var binary = pinned()
if (!binary) {
  if (Number(process.versions.node.split('.')[0]) < MINIMUM) {
    console.error('credence: no pinned Node for ' + process.platform + '-' + process.arch + ' is installed, and ' + process.version + ' is older than ' + MINIMUM + '. Install Node ' + MINIMUM + ' or newer, or run "npm ci" without --omit=optional.')
    process.exit(1)
  }
  binary = process.execPath
}
// What runs watches this process, and ends when it is gone: a kill -9 cannot be passed on.
var env = Object.assign({}, process.env, { CREDENCE_LAUNCHER: String(process.pid), PATH: path.dirname(binary) + path.delimiter + process.env.PATH })
var child = spawn(binary, process.argv.slice(2), { stdio: 'inherit', env: env })
// The terminal signals the whole group; a signal sent to this process alone is passed on.
;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (name) {
  process.on(name, function () {
    if (!process.stdin.isTTY || name !== 'SIGINT') child.kill(name)
  })
})
child.on('error', function (error) {
  console.error('credence: ' + binary + ': ' + error.message)
  process.exit(1)
})
child.on('exit', function (code, signal) {
  if (signal) process.exit(128 + (require('os').constants.signals[signal] || 0))
  process.exit(code)
})
