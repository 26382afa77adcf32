// A script of a few lines that comes first and renews the session at once: the answer takes a round of the network, which the large script takes anyway.
import { createHash } from 'node:crypto'
import { CONSOLE_PATH, operations } from '@credence/contract'
import type { Plugin } from 'vite'
import { EARLY, NOTE, RENEWING } from '../src/state/early.ts'

const { method, path } = operations.refreshSession
const REQUEST = JSON.stringify({ method, headers: { 'content-type': 'application/json' }, body: '{}' })
/** As `renew` of src/state/session.ts does it: under the lock of all tabs, and only where somebody signed in. */
const SCRIPT = `try{if(localStorage.getItem('${NOTE}')!==null)window.${EARLY}=navigator.locks.request('${RENEWING}',async()=>{const answer=await fetch('${path}',${REQUEST});return{status:answer.status,json:await answer.json()}});window.${EARLY}?.catch(()=>{})}catch{}
`
const FILE = `assets/early-${createHash('sha256').update(SCRIPT).digest('base64url').slice(0, 8)}.js`

export function early(): Plugin {
  return {
    name: 'credence:early',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName: FILE, source: SCRIPT })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: CONSOLE_PATH + FILE, async: true }, injectTo: 'head-prepend' }],
  }
}
