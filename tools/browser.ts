// The browser of the tests: Debian's Chromium, installed by root where it is missing.
import { existsSync } from 'node:fs'
import { installPackage } from './debian.ts'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where Chromium is, or undefined. `CHROME_PATH` names another one. */
export function browserPath(): string | undefined {
  return [process.env.CHROME_PATH, ...PLACES].find((path) => path && existsSync(path))
}

/** Flags under which a browser runs as root, without a display and without calling home. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Installs Chromium from Debian's packages when it is missing and we may. Returns what is missing, as one line, or nothing. */
export async function ensureBrowser(): Promise<string | undefined> {
  if (browserPath()) return undefined
  const line = 'npm test needs Chromium: install it with "apt-get install chromium", or set CHROME_PATH to a Chromium or Chrome binary.'
  return installPackage('chromium', 'Chromium is missing') && browserPath() ? undefined : line
}
