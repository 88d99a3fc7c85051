import {
  bounded,
  GAP,
  isPattern,
  type PatternValue,
  toNumber,
  toText,
  UNKNOWN,
  type Value,
} from './values.ts'

export type Invoke = (callback: Value, args: readonly Value[]) => Value

const MAX_ITEMS = 10_000
const MAX_PATTERN_INPUT = 2000

/** Calls `text.name(...)`. Returns UNKNOWN for other methods. */
export function callTextMethod(text: string, name: string, args: readonly Value[], invoke: Invoke): Value {
  const [first, second] = args
  const number = (value: Value): number => {
    const known = toNumber(value)
    return known === UNKNOWN ? Number.NaN : known
  }
  const end = second === undefined ? undefined : number(second)
  switch (name) {
    case 'charAt':
      return text.charAt(number(first ?? 0))
    case 'at':
      return text.at(number(first ?? 0))
    case 'charCodeAt':
    case 'codePointAt':
      return text.charCodeAt(number(first ?? 0))
    case 'indexOf':
      return text.indexOf(toText(first))
    case 'includes':
      return text.includes(toText(first))
    case 'slice':
      return text.slice(number(first ?? 0), end)
    case 'substring':
      return text.substring(number(first ?? 0), end)
    case 'substr':
      return end === undefined ? text.slice(number(first ?? 0)) : text.slice(number(first ?? 0)).slice(0, end)
    case 'concat':
      return bounded(text + args.map(toText).join(''))
    case 'toLowerCase':
      return text.toLowerCase()
    case 'toUpperCase':
      return text.toUpperCase()
    case 'trim':
      return text.trim()
    case 'toString':
    case 'valueOf':
      return text
    case 'repeat':
      return bounded(text.repeat(Math.min(1000, Math.max(0, number(first) || 0))))
    case 'split':
      return splitText(text, first)
    case 'replace':
    case 'replaceAll':
      return replaceText(text, first, second, name === 'replaceAll', invoke)
    default:
      return UNKNOWN
  }
}

function splitText(text: string, separator: Value): Value {
  if (text.includes(GAP)) return UNKNOWN
  if (separator === undefined) return [text]
  if (isPattern(separator))
    return canRun(separator, text) ? text.split(separator.pattern).slice(0, MAX_ITEMS) : UNKNOWN
  return typeof separator === 'string' ? text.split(separator).slice(0, MAX_ITEMS) : UNKNOWN
}

function replaceText(text: string, search: Value, replacement: Value, all: boolean, invoke: Invoke): Value {
  const by = (...groups: readonly unknown[]): string =>
    typeof replacement === 'string' || typeof replacement === 'number'
      ? String(replacement)
      : toText(
          invoke(
            replacement,
            groups.filter((group) => typeof group === 'string' || typeof group === 'number'),
          ),
        )
  if (isPattern(search)) {
    if (!canRun(search, text)) return UNKNOWN
    return bounded(
      typeof replacement === 'string'
        ? text.replace(search.pattern, replacement)
        : text.replace(search.pattern, by),
    )
  }
  if (typeof search !== 'string') return UNKNOWN
  return bounded(all ? text.replaceAll(search, by) : text.replace(search, by))
}

/** Patterns are untrusted: accepts only short ones without repeated groups, for short texts. */
export function safePattern(source: string, flags: string): Value {
  const repeats = source.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0
  if (source.length > 80 || repeats > 1 || /\)[*+?{]|\\[1-9]|\(\?/.test(source)) return UNKNOWN
  try {
    return { kind: 'pattern', pattern: new RegExp(source, flags.replace(/[^gimsu]/g, '')) }
  } catch {
    return UNKNOWN
  }
}

function canRun(_pattern: PatternValue, text: string): boolean {
  return text.length <= MAX_PATTERN_INPUT
}

export function callArrayMethod(items: Value[], name: string, args: readonly Value[], invoke: Invoke): Value {
  const [first, second] = args
  switch (name) {
    case 'join':
      return bounded(items.map(toText).join(first === undefined ? ',' : toText(first)))
    case 'reverse':
      return items.reverse()
    case 'concat':
      return [...items, ...args.flatMap((arg): Value[] => (Array.isArray(arg) ? arg : [arg]))].slice(
        0,
        MAX_ITEMS,
      )
    case 'slice':
      return items.slice(
        Number(toNumber(first ?? 0)),
        second === undefined ? undefined : Number(toNumber(second)),
      )
    case 'push':
      if (items.length < MAX_ITEMS) items.push(...args)
      return items.length
    case 'unshift':
      if (items.length < MAX_ITEMS) items.unshift(...args)
      return items.length
    case 'pop':
      return items.pop()
    case 'shift':
      return items.shift()
    case 'map':
      return items.map((item, index) => invoke(first, [item, index]))
    case 'filter':
      return items.filter((item, index) => Boolean(invoke(first, [item, index])))
    case 'forEach':
      items.forEach((item, index) => {
        invoke(first, [item, index])
      })
      return undefined
    case 'reduce':
      return items.reduce((sum, item) => invoke(first, [sum, item]), second ?? '')
    case 'toString':
      return toText(items)
    default:
      return UNKNOWN
  }
}
