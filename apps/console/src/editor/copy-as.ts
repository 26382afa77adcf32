// The request that a run makes, as calls people can take elsewhere. A credential is named and never written out.
import type { Core } from '@credence/contract'
import { type Draft, fileOf } from '../programs/draft.ts'

export const FORMS = ['curl', 'TypeScript', 'Python', 'credence'] as const
export type Form = (typeof FORMS)[number]

export function copiedAs(form: Form, { source, language, arguments: words }: Draft, core: Core, origin: string): string {
  const body = { Code: source, Language: language, CoreID: core.CoreID, Arguments: words }
  const json = JSON.stringify(body, undefined, 2)
  const url = `${origin}/sourcecode/builds`
  switch (form) {
    case 'curl':
      return `curl -X POST ${url} \\\n  -H "Authorization: $CREDENCE_API_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(json)}\n`
    case 'TypeScript':
      return `const answer = await fetch('${url}', {\n  method: 'POST',\n  headers: { authorization: process.env.CREDENCE_API_KEY!, 'content-type': 'application/json' },\n  body: JSON.stringify(${json}),\n})\nconst { BuildID } = await answer.json()\n`
    case 'Python':
      return `import json, os, urllib.request\n\nbody = json.loads(r'''${JSON.stringify(body).replaceAll("'''", '\\u0027\\u0027\\u0027')}''')\nrequest = urllib.request.Request(\n    "${url}", method="POST", data=json.dumps(body).encode(),\n    headers={"Authorization": os.environ["CREDENCE_API_KEY"], "Content-Type": "application/json"},\n)\nprint(json.load(urllib.request.urlopen(request))["BuildID"])\n`
    case 'credence':
      return `credence run --core ${core.Name} ${fileOf(language)}${words ? ` -- ${words}` : ''}\n`
  }
}

/** For a shell: nothing inside single quotes means anything but a single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
