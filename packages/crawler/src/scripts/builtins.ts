import { safePattern } from './methods.ts'
import { bounded, GAP, type NativeValue, Scope, toNumber, toText, UNKNOWN, type Value } from './values.ts'

/** Creates the scope of built-in functions, all pure. None reaches outside. */
export function globalScope(hostname: string): Scope {
  const scope = new Scope()
  const named: Record<string, Value> = {
    undefined: undefined,
    String: object({ fromCharCode: native(fromCodes), fromCodePoint: native(fromCodes) }),
    Number: native(([value]) => toNumber(value)),
    parseInt: native(([value, radix]) => integer(value, radix)),
    parseFloat: native(([value]) => (known(value) ? Number.parseFloat(toText(value)) : UNKNOWN)),
    unescape: native(([value]) => mapText(value, unescapeText)),
    decodeURIComponent: native(([value]) => mapText(value, decodeURIComponent)),
    decodeURI: native(([value]) => mapText(value, decodeURI)),
    encodeURIComponent: native(([value]) => mapText(value, encodeURIComponent)),
    atob: native(([value]) => mapText(value, decodeBase64)),
    Math: object({
      floor: math(Math.floor),
      ceil: math(Math.ceil),
      round: math(Math.round),
      abs: math(Math.abs),
    }),
    Array: object({
      from: native(([value]) => arrayOf(value)),
      isArray: native(([value]) => Array.isArray(value)),
    }),
    Object: object({
      keys: native(([value]) => (value instanceof Map ? [...value.keys()] : UNKNOWN)),
      values: native(([value]) => (value instanceof Map ? [...value.values()] : UNKNOWN)),
    }),
    JSON: object({ parse: native(([value]) => mapText(value, (text) => text, parseJson)) }),
    location: object({ hostname, host: hostname, protocol: 'http:' }),
  }
  for (const [name, value] of Object.entries(named)) scope.names.set(name, value)
  return scope
}

function object(entries: Record<string, Value>): Map<string, Value> {
  return new Map(Object.entries(entries))
}

function native(call: NativeValue['call']): NativeValue {
  return { kind: 'native', call }
}

function math(call: (value: number) => number): NativeValue {
  return native(([value]) => {
    const number = toNumber(value)
    return number === UNKNOWN ? UNKNOWN : call(number)
  })
}

function known(value: Value): boolean {
  return value !== UNKNOWN && !(typeof value === 'string' && value.includes(GAP))
}

function fromCodes(args: readonly Value[]): Value {
  let text = ''
  for (const value of args) {
    const code = toNumber(value)
    text +=
      code === UNKNOWN || !(code >= 0 && code <= 0x10ffff) ? GAP : String.fromCodePoint(Math.trunc(code))
  }
  return text
}

function integer(value: Value, radix: Value): Value {
  const base = radix === undefined ? undefined : toNumber(radix)
  return known(value) && base !== UNKNOWN ? Number.parseInt(toText(value), base) : UNKNOWN
}

function mapText(
  value: Value,
  change: (text: string) => string,
  then: (text: string) => Value = (text) => text,
): Value {
  if (!known(value)) return UNKNOWN
  try {
    return then(bounded(change(toText(value))))
  } catch {
    return UNKNOWN
  }
}

export function unescapeText(text: string): string {
  return text.replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, wide, byte) =>
    String.fromCharCode(Number.parseInt(wide ?? byte, 16)),
  )
}

export function decodeBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('latin1')
}

function arrayOf(value: Value): Value {
  if (typeof value === 'string') return [...value.slice(0, 10_000)]
  return Array.isArray(value) ? [...value] : UNKNOWN
}

function parseJson(text: string): Value {
  return fromJson(JSON.parse(text), 0)
}

export function fromJson(value: unknown, depth: number): Value {
  if (depth > 40) return UNKNOWN
  if (Array.isArray(value)) return value.slice(0, 5000).map((item) => fromJson(item, depth + 1))
  if (value !== null && typeof value === 'object') {
    return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item, depth + 1)]))
  }
  return value as string | number | boolean | null
}

/** Evaluates `new Array(…)`, `new String(…)` and `new RegExp(…)`. Other objects are unknown. */
export function construct(name: string, args: Value[]): Value {
  if (name === 'Array') return args.length === 1 && typeof args[0] === 'number' ? [] : args
  if (name === 'String') return toText(args[0])
  if (name === 'RegExp' && typeof args[0] === 'string')
    return safePattern(args[0], typeof args[1] === 'string' ? args[1] : '')
  return UNKNOWN
}
