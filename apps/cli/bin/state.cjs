'use strict'
// The state of the checkout that runs, and where this user keeps what was made of it.
const { createHash } = require('node:crypto')
const { lstatSync, readdirSync } = require('node:fs')
const { homedir } = require('node:os')
const path = require('node:path')

const root = path.join(__dirname, '..', '..', '..')
const PACKAGES = ['client', 'contract', 'distribution', 'engine', 'plot'].map((name) => `packages/${name}`)
const FOLDERS = ['apps/cli/bin', ...['apps/cli', ...PACKAGES].map((name) => `${name}/src`)]
const FILES = ['package-lock.json', ...['apps/cli', ...PACKAGES].map((name) => `${name}/package.json`)]

/** Changes with every file of the sources but tests, as its size and time tell, with their place, and with Node. */
function codeOf() {
  const seen = [process.version, root]
  const visitFolder = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry
      if (name[0] === '.' || NOT_RUN.test(name)) continue
      if (entry.isDirectory()) visitFolder(`${folder}/${name}`)
      else visit(`${folder}/${name}`)
    }
  }
  const visit = (file) => {
    const { mtimeMs, size } = lstatSync(file)
    seen.push(file, size, mtimeMs)
  }
  for (const name of FOLDERS) visitFolder(`${root}/${name}`)
  for (const name of FILES) visit(`${root}/${name}`)
  return createHash('sha256').update(seen.join('\0')).digest('hex').slice(0, 32)
}
const NOT_RUN = /^(node_modules|testing|golden|fixtures)$|\.test\.ts$/

/** As `cacheFolder` in src/local/cache-folder.ts, which may not be read yet; a test compares them. */
function cacheFolder(env) {
  if (env.CREDENCE_HOME) return path.resolve(env.CREDENCE_HOME, 'cache')
  return path.join(env.XDG_CACHE_HOME || path.join(env.HOME || homedir(), '.cache'), 'credence')
}

module.exports = { root, codeOf, cacheFolder }
