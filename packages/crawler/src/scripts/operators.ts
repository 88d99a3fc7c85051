import { bounded, GAP, toBoolean, toNumber, toText, UNKNOWN, type Value } from './values.ts'

export function applyBinary(operator: string, left: Value, right: Value): Value {
  if (operator === '+' && (isTextual(left) || isTextual(right))) return bounded(toText(left) + toText(right))
  if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN
  if (operator === '===' || operator === '==') return left === right
  if (operator === '!==' || operator === '!=') return left !== right
  if (typeof left === 'string' && typeof right === 'string') return compareText(operator, left, right)
  const a: number | typeof UNKNOWN = toNumber(left)
  const b: number | typeof UNKNOWN = toNumber(right)
  return a === UNKNOWN || b === UNKNOWN ? UNKNOWN : (OPERATIONS[operator]?.(a, b) ?? UNKNOWN)
}

export function applyUnary(operator: string, value: Value): Value {
  if (operator === 'void') return undefined
  if (operator === '!') {
    const test = toBoolean(value)
    return test === undefined ? UNKNOWN : !test
  }
  const number = toNumber(value)
  if (number === UNKNOWN) return UNKNOWN
  if (operator === '-') return -number
  if (operator === '+') return number
  return operator === '~' ? ~number : UNKNOWN
}

/** Reads `owner.key`. UNKNOWN if only a browser knows it. */
export function readMember(owner: Value, key: string): Value {
  if (owner instanceof Map) return owner.has(key) ? owner.get(key) : UNKNOWN
  if (typeof owner === 'string') {
    if (key === 'length') return owner.includes(GAP) ? UNKNOWN : owner.length
    return /^\d+$/.test(key) ? owner[Number(key)] : UNKNOWN
  }
  if (Array.isArray(owner))
    return key === 'length' ? owner.length : /^\d+$/.test(key) ? owner[Number(key)] : UNKNOWN
  return UNKNOWN
}

export function isTextual(value: Value): boolean {
  return typeof value === 'string' || Array.isArray(value)
}

function compareText(operator: string, left: string, right: string): Value {
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
    default:
      return UNKNOWN
  }
}

const OPERATIONS: Record<string, (a: number, b: number) => Value> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}
