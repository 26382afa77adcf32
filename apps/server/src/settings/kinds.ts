// What a setting can hold, and how its text is read. A kind is a function that makes a row of the table from what is the row's own.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { PLAN_DEFAULTS, PLAN_LIMIT_NAMES, PLANS, type Plan, type PlanLimits } from '@credence/contract'
import { readSealingKey, type SealingKey } from '../sealing/key.ts'

/** Of what is wrong with a setting, in words that name it. */
type Complain = (fault: string) => void

interface Words {
  /** Of the environment variable. */
  readonly name: string
  /** Another environment variable that is read where this one is absent, unless it holds the address of a site: for clients it names a platform. */
  readonly older?: string
  /** An option that wins over it. */
  readonly flag?: string
  /** What it is for; may hold `code` and [links](/of/the/site/). */
  readonly about: string
}
export interface Setting<Value> extends Words {
  /** What people read as its default. */
  readonly shown: string
  readonly range?: readonly [least: number, most: number]
  /** `given`: absent or empty texts are undefined. */
  readonly read: (given: string | undefined, complain: Complain) => Value
}

export const text = (words: Words & { readonly fallback: string; readonly shown?: string }): Setting<string> => ({
  shown: code(words.fallback),
  ...words,
  read: (given) => given ?? words.fallback,
})

export const integer = (
  words: Words & { readonly fallback: number; readonly min: number; readonly max: number; readonly shown?: string },
): Setting<number> => ({
  shown: String(words.fallback),
  range: [words.min, words.max],
  ...words,
  read(given = String(words.fallback), complain) {
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN
    if (!(number >= words.min && number <= words.max)) complain(`${words.name} is '${given}'; it is a whole number from ${words.min} to ${words.max}`)
    return number
  },
})

export const path = (words: Words & { readonly fallback: string }): Setting<string> => ({
  ...words,
  shown: code(words.fallback),
  read: (given) => resolve(given ?? words.fallback),
})
export const optionalPath = (words: Words & { readonly shown: string }): Setting<string | undefined> => ({
  ...words,
  read: (given) => (given === undefined ? undefined : resolve(given)),
})

export const oneOf = <const Word extends string>(
  words: Words & { readonly of: readonly Word[]; readonly fallback: NoInfer<Word> },
): Setting<Word> => ({
  ...words,
  shown: code(words.fallback),
  read(given = words.fallback, complain) {
    const found = words.of.find((candidate) => candidate === given)
    if (found === undefined) complain(`${words.name} is '${given}'; it is one of ${words.of.join(', ')}`)
    return found ?? words.fallback
  },
})
/** All of them unless it is given; with commas. */
/** One of the words, or `all` of them. */
export const oneOrAll = <const Word extends string>(words: Words & { readonly of: readonly Word[] }): Setting<readonly Word[]> => ({
  ...words,
  shown: code('all'),
  read(given = 'all', complain) {
    const found = words.of.filter((word) => given === 'all' || word === given)
    if (found.length === 0) complain(`${words.name} is '${given}'; it is one of ${words.of.join(', ')}, all`)
    return found
  },
})

/** `127.0.0.1:9464`, `[::1]:9464`. */
export const hostPort = (words: Words & { readonly shown: string }): Setting<{ readonly host: string; readonly port: number } | undefined> => ({
  ...words,
  read(given, complain) {
    if (given === undefined) return undefined
    const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(given) ?? []
    if (host !== '' && Number(port) <= 65_535) return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
    complain(`${words.name} is '${given}'; it is an address and a port, as 127.0.0.1:9464`)
    return undefined
  },
})

export const origin = (words: Words & { readonly shown: string }): Setting<string | undefined> => ({
  ...words,
  read(given, complain) {
    if (given === undefined) return undefined
    const url = URL.canParse(given) ? new URL(given) : undefined
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search !== '')
      complain(`${words.name} is '${given}'; it is an address such as https://credence.example`)
    return url?.origin
  },
})
/** Words with commas, each of one form. */
const listOf =
  (isOne: (word: string) => boolean, form: string) =>
  (words: Words): Setting<readonly string[]> => ({
    ...words,
    shown: 'none',
    read(given = '', complain) {
      const named = given
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '')
      const wrong = named.filter((word) => !isOne(word))
      if (wrong.length > 0) complain(`${words.name} names '${wrong.join(',')}'; it is a list of ${form}`)
      return named
    },
  })
/** Names and addresses of machines, each with a port if it is not 443; `*` is any. */
export const hosts = listOf((word) => /^([\w.-]+|\[[\da-fA-F:.]+\])(:(\d{1,5}|\*))?$/.test(word), 'hosts such as git.example,10.0.0.5:8443')
export const networks = listOf(isNetwork, 'addresses and networks such as 127.0.0.1,10.0.0.0/8')
/** An address, alone or with the number of bits that count. A network of all addresses is nobody's proxy. */
function isNetwork(given: string): boolean {
  const [host = '', bits, more] = given.split('/')
  const version = isIP(host)
  if (version === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}
/** An address that may hold a credential: it is never repeated. */
export const address = (words: Words & { readonly shown?: string }): Setting<string | undefined> => ({
  shown: 'none',
  ...words,
  read(given, complain) {
    if (given !== undefined && !/^https?:\/\/./.test(given)) complain(`${words.name} is not an address such as https://models.example/v1`)
    return given
  },
})
/** Keys with their ids, with commas: they are never repeated. */
export const sealingKeys = (words: Words & { readonly shown: string }): Setting<readonly SealingKey[]> => ({
  ...words,
  read(given, complain) {
    const keys = (given?.split(',') ?? []).map(readSealingKey)
    const known = keys.filter((key) => key !== undefined)
    if (known.length < keys.length || new Set(known.map(({ id }) => id)).size < known.length)
      complain(`${words.name} is a list of different ids, each with 64 hexadecimal digits: 2026:00ff…,2025:a1b2…`)
    return known
  },
})
/** It may hold a password: it is never repeated. */
export const databaseUrl = (words: Words & { readonly shown: string }): Setting<string | undefined> => ({
  ...words,
  read(given, complain) {
    if (given !== undefined && !/^postgres(ql)?:\/\//.test(given)) complain(`${words.name} does not begin with postgres://`)
    return given
  },
})

export const plans = (words: Words & { readonly shown: string }): Setting<Readonly<Record<Plan, PlanLimits>>> => ({
  ...words,
  read(given, complain) {
    const merged = { ...PLAN_DEFAULTS }
    if (given === undefined) return merged
    const { name } = words
    try {
      for (const [plan, limits] of Object.entries(JSON.parse(given) as Record<string, Record<string, unknown>>)) {
        if (!PLANS.includes(plan as Plan)) complain(`${name} names the plan '${plan}'; plans are ${PLANS.join(', ')}`)
        for (const [limit, number] of Object.entries(limits)) {
          if (!(PLAN_LIMIT_NAMES as readonly string[]).includes(limit))
            complain(`${name} names the limit '${limit}'; limits are ${PLAN_LIMIT_NAMES.join(', ')}`)
          else if (!Number.isSafeInteger(number) || Number(number) < 0) complain(`${name}: ${plan}.${limit} is not a whole number from 0`)
        }
        merged[plan as Plan] = { ...merged[plan as Plan], ...limits }
      }
    } catch {
      complain(`${name} is not JSON of the form {"FreeTier":{"cores":3}}`)
    }
    return merged
  },
})

const code = (word: string): string => `\`${word}\``
