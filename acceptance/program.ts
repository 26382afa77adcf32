// The program of chaos, of suites of many machines and of the soak: works for a while, so that a blow falls into it, then says which task it was, with an
// uncertain value.
import type { Platform } from './platform.ts'

export const SOURCE = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <uxhw.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
int main(int count, char **words) {
  double end = now() + atof(words[2]);
  while (now() < end) for (volatile int i = 0; i < 100000; i++) ;
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

/** Seconds that it works. */
export const submit = (platform: Platform, buildId: string, name: string, seconds: number, key?: string) =>
  platform.call('POST', `/builds/${buildId}/tasks`, { body: { Arguments: `${name} ${seconds}` }, ...(key && { key }) })
