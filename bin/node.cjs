#!/usr/bin/env node
'use strict'
// Runs the given script on the Node that this project pins, whatever Node started this file (old syntax on purpose).
var path = require('path')
var spawn = require('child_process').spawn

var binary = require('./pinned.cjs').binary()
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
