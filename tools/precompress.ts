// Compressed twins of the files of a site that never change: `x.js.br` beside `x.js`, for servers that send them to browsers that accept them.
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const WORTH_IT = 1000 // bytes; below, headers weigh more

/**
 * Files below `assets/` are named by content. A text that holds `placeholder` has no twin, as pages have none: servers put their address into it.
 */
export async function precompress(folder: string, placeholder: string): Promise<void> {
  for await (const name of glob('assets/**/*.{js,css,wasm}', { cwd: folder })) {
    const content = await readFile(join(folder, name))
    if (content.length < WORTH_IT || content.includes(placeholder)) continue
    // Quality 9 is within a few percent of 11 at a tenth of its time; the one style sheet, which every first picture waits for, is worth it.
    const compressed = await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: name.endsWith('.css') ? 11 : 9 } })
    await writeFile(join(folder, `${name}.br`), compressed)
  }
}
