#!/bin/sh
':' //; . "$(dirname "$(readlink -f "$0")")/exec.sh"
'use strict'
// `credence`. As a program it is a shell script: exec.sh puts the Node that this project pins in its place. Started by a Node, it is JavaScript,
// and starts the pinned one unless it is that (old syntax on purpose).
var path = require('path')
var start = path.join(__dirname, 'start.cjs')
var launcher = path.join(__dirname, '..', '..', '..', 'bin')
if (require(path.join(launcher, 'pinned.cjs')).binary() === process.execPath) require(start)
else {
  process.argv.splice(2, 0, start)
  require(path.join(launcher, 'node.cjs'))
}
