import { isIP } from 'node:net'
import { StartUpError } from './db/start-up-error.ts'

export interface Setting<Value> {
  name: string
  sentence: string
  /** As shown in docs/settings.md. */
  shownDefault: string
  isSecret: boolean
  parse(raw: string | undefined): Value
}

interface Options<Value> {
  sentence: string
  default: Value
  shown?: string
  secret?: boolean
}

type Optional<Value> = Omit<Options<Value | null>, 'default'>

function setting<Value>(name: string, options: Options<Value>, read: (raw: string) => Value): Setting<Value> {
  return {
    name,
    sentence: options.sentence,
    shownDefault: options.shown ?? (options.default === null ? 'none' : String(options.default)),
    isSecret: options.secret ?? false,
    parse: (raw) => (raw === undefined || raw.trim() === '' ? options.default : read(raw.trim())),
  }
}

const refuse = (name: string, raw: string, wanted: string) =>
  new StartUpError(`The setting ${name} is '${raw}', but it must be ${wanted}. Nothing was started.`)

export const textSetting = (name: string, options: Options<string>) => setting(name, options, (raw) => raw)

export const optionalSetting = (name: string, options: Optional<string>) =>
  setting<string | null>(name, { ...options, default: null }, (raw) => raw)

export const choiceSetting = <const Choice extends string>(
  name: string,
  options: Options<Choice> & { choices: readonly Choice[] },
) =>
  setting<Choice>(name, options, (raw) => {
    const choice = options.choices.find((candidate) => candidate === raw.toLowerCase())
    if (!choice) throw refuse(name, raw, `one of ${options.choices.join(', ')}`)
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

export const numberSetting = (name: string, options: Options<number> & Range) =>
  setting(name, options, (raw) => readWhole(name, raw, options))

/** A number whose default depends on other settings. */
export const optionalNumberSetting = (name: string, options: Optional<number> & Range) =>
  setting<number | null>(name, { ...options, default: null }, (raw) => readWhole(name, raw, options))

/** An amount of money, or null when none is set. */
export const priceSetting = (name: string, options: Optional<number>) =>
  setting<number | null>(name, { ...options, default: null }, (raw) => {
    const value = Number(raw)
    if (!Number.isFinite(value) || value < 0) throw refuse(name, raw, 'an amount such as 0.15')
    return value
  })

export const shareSetting = (name: string, options: Options<number>) =>
  setting(name, options, (raw) => {
    const value = Number(raw)
    if (!(value >= 0 && value <= 1)) throw refuse(name, raw, 'a number from 0 to 1')
    return value
  })

export const listSetting = (name: string, options: Options<string[]>) =>
  setting(name, { ...options, shown: options.default.join(',') || 'none' }, (raw) =>
    raw
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const HOST = /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/

/** Host names as browsers send them, such as goldpan.example or goldpan.example:8443. */
export const hostsSetting = (name: string, options: Omit<Options<string[]>, 'default'>) =>
  setting<string[]>(name, { ...options, default: [], shown: 'none' }, (raw) => {
    const hosts = raw
      .toLowerCase()
      .split(',')
      .flatMap((part) => part.trim() || [])
    if (!hosts.every((host) => HOST.test(host))) throw refuse(name, raw, 'host names separated by commas')
    return hosts
  })

/** Addresses, networks and names that proxy-addr knows, as one text for proxy-addr to split. */
export const networksSetting = (name: string, options: Omit<Options<string>, 'default'>) =>
  setting(name, { ...options, default: '', shown: 'none' }, (raw) => {
    const unknown = raw.split(',').find((part) => !isNetwork(part.trim()))
    if (unknown !== undefined)
      throw new StartUpError(
        `The setting ${name} names '${unknown.trim()}', but it may name only addresses and networks, such as 127.0.0.1 or 10.0.0.0/8. Nothing was started.`,
      )
    return raw
  })

function isNetwork(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/')
  const version = isIP(address)
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(part)
  return rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits) || isIP(bits) === version)
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The address of a service that is given secrets: https, or http on this machine. Without a trailing slash. */
export const serviceSetting = <Default extends string | null>(name: string, options: Options<Default>) =>
  setting<string | Default>(name, options, (raw) => {
    const url = URL.canParse(raw) ? new URL(raw) : null
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
    if (!url || !isSafe || url.username || url.password || url.search || url.hash)
      throw refuse(
        name,
        raw,
        'an https address (http is for this machine only, such as http://127.0.0.1:8080)',
      )
    return url.href.replace(/\/+$/, '')
  })

/** A port, or null for 'off'. */
export const portSetting = (name: string, options: Options<number | null>) =>
  setting<number | null>(
    name,
    { ...options, shown: options.default === null ? 'off' : String(options.default) },
    (raw) => {
      if (raw === 'off') return null
      const port = Number(raw)
      if (!Number.isInteger(port) || port < 0 || port > 65_535)
        throw refuse(name, raw, "a port from 0 to 65535, or 'off'")
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
