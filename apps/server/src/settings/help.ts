// The settings as `npm start -- --help` lists them.
import type { Setting } from './kinds.ts'
import { rangeText, SETTINGS, settingsOf } from './table.ts'

const INDENT = '  '

/** Below their headings: name, default, meaning. */
export function settingsHelp(): string {
  return Object.keys(SETTINGS)
    .map((group) => [group, ...settingsOf(group).map(entry)].join('\n'))
    .join('\n\n')
}

function entry(setting: Setting<unknown>): string {
  const option = setting.flag === undefined ? '' : `, ${setting.flag}`
  return `${INDENT}${setting.name}${option}\n${INDENT}${INDENT}${plain(setting.about)}${rangeText(setting)}; default: ${plain(setting.shown)}`
}

/** Without the marks of code, and without the links to pages. */
const plain = (text: string): string => text.replaceAll(/; see \[[^\]]*\]\([^)]*\)/g, '').replaceAll('`', '')
