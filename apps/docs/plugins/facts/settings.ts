// The settings of a platform below one heading, and what its plans allow, from the tables that the server reads.
import { PLANS } from '@credence/contract'
import { PLAN_DEFAULTS } from '../../../server/src/settings/plans.ts'
import { rangeText, settingsOf } from '../../../server/src/settings/table.ts'
import { grouped, type MdxNode, table } from '../mdx/nodes.ts'

/** @throws RangeError  no settings stand below that heading */
export function settingTable(group: string): MdxNode {
  return table(
    ['Setting', 'Default', 'Meaning'],
    settingsOf(group).map((setting) => [
      [setting.name, ...(setting.flag === undefined ? [] : [setting.flag])].map((name) => `\`${name}\``).join(', '),
      /^\d{5,}$/.test(setting.shown) ? grouped(Number(setting.shown)) : setting.shown,
      setting.about + rangeText(setting, grouped),
    ]),
  )
}

export const planTable = (): MdxNode =>
  table(
    [
      'Plan',
      'Custom cores',
      'Memory of a core',
      'Keys',
      'Repositories',
      'Bytes of files',
      'Run at a time',
      'Unfinished at a time',
      'Requests per minute',
    ],
    PLANS.map((plan) => {
      const { cores, memorySize, keys, repositories, drives, storageBytes, running, unfinished, requestsPerMinute } = PLAN_DEFAULTS[plan]
      return [plan, ...[cores, memorySize, keys, repositories, drives, storageBytes, running, unfinished, requestsPerMinute].map(grouped)]
    }),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
