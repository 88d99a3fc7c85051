import { StartUpError } from './db/start-up-error.ts'

export interface Setting<Value> {
  name: string
  sentence: string
  /** As shown in docs/settings.md. */
  shownDefault: string
  isSecret: boolean
  parse(raw: string | undefined): Value
}

type Options<Value> = { name: string; sentence: string; default: Value; shown?: string; secret?: boolean }

function setting<Value>(options: Options<Value>, read: (raw: string) => Value): Setting<Value> {
  return {
    name: options.name,
    sentence: options.sentence,
    shownDefault: options.shown ?? (options.default === null ? 'none' : String(options.default)),
    isSecret: options.secret ?? false,
    parse: (raw) => (raw === undefined || raw.trim() === '' ? options.default : read(raw.trim())),
  }
}

const refuse = (name: string, raw: string, wanted: string) =>
  new StartUpError(`The setting ${name} is '${raw}', but it must be ${wanted}. Nothing was started.`)

export const textSetting = (options: Options<string>) => setting(options, (raw) => raw)

export const optionalSetting = (options: Omit<Options<string | null>, 'default'>) =>
  setting<string | null>({ ...options, default: null }, (raw) => raw)

export const choiceSetting = <const Choice extends string>(
  options: Options<Choice> & { choices: readonly Choice[] },
) =>
  setting<Choice>(options, (raw) => {
    const choice = options.choices.find((candidate) => candidate === raw.toLowerCase())
    if (!choice) throw refuse(options.name, raw, `one of ${options.choices.join(', ')}`)
    return choice
  })

interface Range {
  min: number
  max: number
}

const readWhole = (name: string, raw: string, { min, max }: Range): number => {
  const value = Number(raw)
  if (!Number.isInteger(value) || value < min || value > max)
    throw refuse(name, raw, `a whole number from ${min} to ${max}`)
  return value
}

export const numberSetting = (options: Options<number> & Range) =>
  setting(options, (raw) => readWhole(options.name, raw, options))

/** A number whose default depends on other settings. */
export const optionalNumberSetting = (options: Omit<Options<number | null>, 'default'> & Range) =>
  setting<number | null>({ ...options, default: null }, (raw) => readWhole(options.name, raw, options))

/** An amount of money, or null when none is set. */
export const priceSetting = (options: Omit<Options<number | null>, 'default'>) =>
  setting<number | null>({ ...options, default: null }, (raw) => {
    const value = Number(raw)
    if (!Number.isFinite(value) || value < 0) throw refuse(options.name, raw, 'an amount such as 0.15')
    return value
  })

/** A part of the whole, from 0 to 1. */
export const shareSetting = (options: Options<number>) =>
  setting(options, (raw) => {
    const value = Number(raw)
    if (!(value >= 0 && value <= 1)) throw refuse(options.name, raw, 'a number from 0 to 1')
    return value
  })

export const listSetting = (options: Options<string[]>) =>
  setting({ ...options, shown: options.default.join(',') || 'none' }, (raw) =>
    raw
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const HOST = /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/

/** Host names as a browser sends them, such as goldpan.example or goldpan.example:8443. */
export const hostsSetting = (options: Omit<Options<string[]>, 'default'>) =>
  setting<string[]>({ ...options, default: [], shown: 'none' }, (raw) => {
    const hosts = raw
      .toLowerCase()
      .split(',')
      .flatMap((part) => part.trim() || [])
    if (!hosts.every((host) => HOST.test(host)))
      throw refuse(options.name, raw, 'host names separated by commas')
    return hosts
  })

/** A port, or null for 'off'. */
export const portSetting = (options: Options<number | null>) =>
  setting<number | null>(
    { ...options, shown: options.default === null ? 'off' : String(options.default) },
    (raw) => {
      if (raw === 'off') return null
      const port = Number(raw)
      if (!Number.isInteger(port) || port < 0 || port > 65_535)
        throw refuse(options.name, raw, "a port from 0 to 65535, or 'off'")
      return port
    },
  )

/** The origin of an address, such as https://goldpan.example. */
export function parsePublicUrl(raw: string): string {
  const url = URL.canParse(raw) ? new URL(raw) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.pathname !== '/')
    throw new StartUpError(
      `The setting PUBLIC_URL is '${raw}', but it must be an address such as https://goldpan.example. Nothing was started.`,
    )
  return url.origin
}
