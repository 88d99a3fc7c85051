import type { ArrowFunctionExpression, FunctionDeclaration, FunctionExpression } from 'acorn'

/** A value that only a browser knows: an element, an event, a user's setting. */
export const UNKNOWN: unique symbol = Symbol('unknown')
/** Replaces an unknown part of a string, so that no address spans it. */
export const GAP = '\ufffc'

export type FunctionNode = FunctionDeclaration | FunctionExpression | ArrowFunctionExpression

export interface ClosureValue {
  kind: 'closure'
  node: FunctionNode
  scope: Scope
}

export interface NativeValue {
  kind: 'native'
  call(args: readonly Value[]): Value
}

export interface PatternValue {
  kind: 'pattern'
  pattern: RegExp
}

export type ObjectValue = Map<string, Value>

export type Value =
  | typeof UNKNOWN
  | string
  | number
  | boolean
  | null
  | undefined
  | Value[]
  | ObjectValue
  | ClosureValue
  | NativeValue
  | PatternValue

export class Scope {
  readonly names = new Map<string, Value>()
  readonly parent: Scope | undefined

  constructor(parent?: Scope) {
    this.parent = parent
  }

  find(name: string): Scope | undefined {
    for (let at: Scope | undefined = this; at; at = at.parent) if (at.names.has(name)) return at
    return undefined
  }

  get(name: string): Value {
    const owner = this.find(name)
    return owner ? owner.names.get(name) : UNKNOWN
  }

  /** Undeclared names become global, as in sloppy scripts. */
  set(name: string, value: Value): void {
    const owner = this.find(name) ?? this.outermost()
    owner.names.set(name, value)
  }

  private outermost(): Scope {
    let at: Scope = this
    while (at.parent) at = at.parent
    return at
  }
}

const MAX_TEXT = 20_000

export function toText(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  if (Array.isArray(value))
    return value.length > 1000
      ? GAP
      : value.map((item) => (Array.isArray(item) ? GAP : toText(item))).join(',')
  return GAP
}

export function toNumber(value: Value): number | typeof UNKNOWN {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && !value.includes(GAP)) return Number(value)
  if (typeof value === 'boolean' || value === null) return Number(value)
  return UNKNOWN
}

/** Undefined if it depends on an unknown value. */
export function toBoolean(value: Value): boolean | undefined {
  if (value === UNKNOWN) return undefined
  if (typeof value === 'string') return value.includes(GAP) ? undefined : value !== ''
  if (typeof value === 'object') return value !== null
  return Boolean(value)
}

export function bounded(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
}

export function isClosure(value: Value): value is ClosureValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'closure'
}

export function isNative(value: Value): value is NativeValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'native'
}

export function isPattern(value: Value): value is PatternValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'pattern'
}

/** Thrown when a script exceeds its step limit. */
export class OutOfSteps extends Error {}
