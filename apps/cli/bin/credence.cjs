#!/usr/bin/env node
'use strict'
// `credence` on the Node that this project pins: bin/node.cjs at the root finds it, and is told which script to run (old syntax on purpose).
var path = require('path')
process.argv.splice(2, 0, path.join(__dirname, '..', 'src', 'main.ts'))
require(path.join(__dirname, '..', '..', '..', 'bin', 'node.cjs'))
