// The settings of a platform below one heading, and what its plans allow, from the tables that the server reads.
import { ERROR_EXAMPLES, PLAN_DEFAULTS, PLAN_LIMIT_NAMES, PLAN_LIMITS, PLANS } from '@credence/contract'
import { rangeText, settingsOf } from '../../../server/src/settings/table.ts'
import { grouped, type MdxNode, table } from '../mdx/nodes.ts'
import { ASKED_PLANS, ASKED_SETTINGS, askedCell } from './asked.ts'

/** @throws RangeError  no settings stand below that heading */
export function settingTable(group: string): MdxNode {
  return table(
    ['Setting', 'Default', 'Meaning'],
    settingsOf(group).map((setting) => [
      askedCell(
        ASKED_SETTINGS[setting.name],
        [setting.name, ...(setting.flag === undefined ? [] : [setting.flag])].map((name) => `\`${name}\``).join(', '),
      ),
      /^\d{5,}$/.test(setting.shown) ? grouped(Number(setting.shown)) : setting.shown,
      setting.about + rangeText(setting, grouped),
    ]),
  )
}

/** The numbers of each plan, unless an operator changed them. */
export const planTable = (): MdxNode =>
  table(
    ['Plan', ...PLAN_LIMIT_NAMES.map((name) => PLAN_LIMITS[name].heading)],
    PLANS.map((plan) => [askedCell(ASKED_PLANS[plan], plan), ...PLAN_LIMIT_NAMES.map((name) => grouped(PLAN_DEFAULTS[plan][name]))]),
    PLAN_LIMIT_NAMES.map((_, index) => index + 1),
  )

/** What each number of a plan limits, and what one more is answered. */
export const planLimitTable = (): MdxNode =>
  table(
    ['Field of `Limits`', 'What it limits', 'One more'],
    PLAN_LIMIT_NAMES.map((name) => {
      const { field, description, ...row } = PLAN_LIMITS[name]
      const error = 'refusal' in row ? ERROR_EXAMPLES[row.refusal] : undefined
      return [`\`${field}\``, description, error ? `${error.status} \`${error.message}\`` : 'waits']
    }),
  )
