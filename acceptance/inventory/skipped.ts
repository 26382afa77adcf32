// What cannot be brought about from outside, and why: by error, or by operation and error, or by operation and success.
import type { World } from './world.ts'

const ELSEWHERE: Readonly<Record<string, string>> = {
  internal: 'only a fault of the platform gives it',
  databaseFailed: 'only a fault of the platform gives it',
  databaseAway: 'the database would have to be away; `npm run chaos` kills it',
  objectsAway: 'the object store would have to be away; `npm run chaos -- --many` kills it',
  noCompiler: 'the platform would have to be without flang; apps/server/src/http/app.integration.test.ts shows it',
  overloaded: 'the platform would have to have more work than it can take; `npm run acceptance -- --many` brings it there',
  taskOutputDeleted: 'outputs are deleted after days, which a setting counts; apps/server/src/tasks/retention.integration.test.ts shows it',
  taskOutputNotFound: 'the object store would have to have lost an output',
}

/** Undefined: there has to be a case. */
export function whySkipped(world: World, operation: string, what: string): string | undefined {
  return ELSEWHERE[what] ?? own(world)[`${operation} ${what}`]
}
const LIMITED = /^(tierLimit|coreLimit|repositoryLimit|storageLimit|tooManyRequests)$/

const own = ({ hasStandIn }: World): Readonly<Record<string, string>> => ({
  'createUser signUpClosed': 'an operator closes it; apps/server/src/sessions/sign-up.test.ts shows it',
  'getUserCustomization 200': 'an operator sets it',
  ...(!hasStandIn &&
    Object.fromEntries(
      ['getGitHub 200', 'connectGitHub 200', 'disconnectGitHub 200', 'getGitHub githubNotFound']
        .concat(['Get', 'Post', 'Put', 'Patch', 'Delete'].flatMap((method) => [200, 201, 202, 204].map((status) => `proxyGitHub${method} ${status}`)))
        .map((what) => [what, 'GitHub would have to be there, with an account of these suites']),
    )),
})

/** Why not, of what needs a second or a third account. */
export const needsAccount = ({ limited, other }: World, what: string): string | undefined =>
  LIMITED.test(what) ? (typeof limited === 'string' ? limited : undefined) : typeof other === 'string' ? other : undefined
