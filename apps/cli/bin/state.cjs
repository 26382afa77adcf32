'use strict'
// The state of the checkout that runs, and where this user keeps what was made of it.
const { createHash } = require('node:crypto')
const { lstatSync, readdirSync } = require('node:fs')
const { homedir } = require('node:os')
const path = require('node:path')

const root = path.join(__dirname, '..', '..', '..')
const SOURCES = ['apps/cli', 'packages/client', 'packages/contract', 'packages/distribution', 'packages/engine', 'packages/plot', 'package-lock.json']

/** Changes with every file of the sources, as its size and time tell, with their place, and with Node. */
function codeOf() {
  const hash = createHash('sha256').update(`${process.version}\0${root}`)
  const visit = (name) => {
    const target = path.join(root, name)
    const { mtimeMs, size } = lstatSync(target)
    hash.update(`${name}\0${size}\0${mtimeMs}\n`)
    return target
  }
  const visitFolder = (name) => {
    for (const entry of readdirSync(path.join(root, name), { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue
      if (entry.isDirectory()) visitFolder(`${name}/${entry.name}`)
      else visit(`${name}/${entry.name}`)
    }
  }
  for (const name of SOURCES) name.includes('.') ? visit(name) : visitFolder(name)
  return hash.digest('hex').slice(0, 32)
}

/** As `cacheFolder` in src/settings.ts, which may not be read yet; a test compares them. */
function cacheFolder(env) {
  if (env.CREDENCE_HOME) return path.resolve(env.CREDENCE_HOME, 'cache')
  return path.join(env.XDG_CACHE_HOME || path.join(env.HOME || homedir(), '.cache'), 'credence')
}

module.exports = { root, codeOf, cacheFolder }
