// The folder of what the engine made once; bin/state.cjs knows it too.
import { homedir } from 'node:os'
import path from 'node:path'
import { usableFolder, type Wanted } from '@credence/engine/home'

/**
 * Where the engine keeps what it built once: with the platform's where CREDENCE_HOME names one, else with the user's caches. Without symbolic
 * links: a run may read below this name only, and Node resolves links before it asks.
 */
export async function cacheFolder(env: NodeJS.ProcessEnv): Promise<string> {
  return usableFolder(wantedCache(env))
}
/** What people call it, too, for messages. */
export function wantedCache(env: NodeJS.ProcessEnv): Wanted {
  const setting = 'CREDENCE_HOME'
  if (env[setting]) return { folder: path.join(env[setting], 'cache'), name: 'the home folder', setting }
  const caches = env['XDG_CACHE_HOME'] || path.join(env['HOME'] || homedir(), '.cache')
  return { folder: path.join(caches, 'credence'), name: 'the cache folder', setting }
}
