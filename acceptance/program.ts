// The program of chaos, of suites of many machines and of the soak: sleeps for a while, so that a blow falls into it, then says which task it was, with an
// uncertain value.
import type { Platform } from './platform.ts'

export const SOURCE = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <uxhw.h>
int main(int count, char **words) {
  double seconds = atof(words[2]);
  nanosleep(&(struct timespec){(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)}, NULL);
  printf("task %s mean %.6f\\n", words[1], UxHwDoubleNthMoment(UxHwDoubleUniformDist(0, 1), 1));
  return 0;
}
`
export const printedBy = (name: string): string => `task ${name} mean 0.500000\n`

/** @returns the id of a Completed build */
export async function buildProgram(platform: Platform): Promise<string> {
  const { json, text } = await platform.call('POST', '/sourcecode/builds', { body: { Code: SOURCE, Language: 'C' } })
  const { Status } = await platform.end(`/builds/${json.BuildID}`)
  if (Status !== 'Completed') throw new Error(`the program did not build: ${Status} ${text}`)
  return String(json.BuildID)
}

/** Seconds that it sleeps. */
export const submit = (platform: Platform, buildId: string, name: string, seconds: number, key?: string) =>
  platform.call('POST', `/builds/${buildId}/tasks`, { body: { Arguments: `${name} ${seconds}` }, ...(key && { key }) })
