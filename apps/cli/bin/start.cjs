'use strict'
// `credence` on the right Node: from one file that was made of the sources (src/service/bundle.ts) where there is one of their present state, else from
// the sources themselves, which takes 0.3 s longer.
const { lstatSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { cacheFolder, codeOf, root } = require('./state.cjs')

/** Nobody else may have written there what is to run as this user. */
function isOurs(target) {
  try {
    const { uid, mode } = lstatSync(target)
    return uid === process.getuid() && (mode & 0o077) === 0
  } catch {
    return false
  }
}

async function load(folder) {
  const bundle = path.join(folder, 'program.mjs')
  if (!process.getuid || !isOurs(folder)) return undefined
  enableCompileCache(path.join(folder, 'compiled'))
  return import(pathToFileURL(bundle).href).catch(() => undefined) // damaged: the sources are there
}

async function start() {
  const code = codeOf()
  const bundled = await load(path.join(cacheFolder(process.env), 'command', code))
  const { main } = bundled ?? (await import(pathToFileURL(path.join(__dirname, '../src/program.ts')).href))
  await main({ root, code, isBundled: bundled !== undefined })
}

start()
