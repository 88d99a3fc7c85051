import type {
  AnyNode,
  ArrayExpression,
  AssignmentExpression,
  CallExpression,
  Expression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  Pattern,
  SpreadElement,
  UpdateExpression,
} from 'acorn'
import { construct } from './builtins.ts'
import { callArrayMethod, callTextMethod, safePattern } from './methods.ts'
import { applyBinary, applyUnary, isTextual, readMember } from './operators.ts'
import { parseScript } from './parse-script.ts'
import { type ExpressionReader, StatementWalker } from './statements.ts'
import {
  bounded,
  type ClosureValue,
  GAP,
  isClosure,
  isNative,
  OutOfSteps,
  Scope,
  toBoolean,
  toNumber,
  toText,
  UNKNOWN,
  type Value,
} from './values.ts'

/** Receives the strings and objects that a script hands to the browser. */
export type Sink = (value: Value) => void
const MAX_STEPS = 60_000
const MAX_CALLS_DEEP = 20

/**
 * Evaluates expressions of a syntax tree in a small pure part of JavaScript. Nothing is executed: no host object
 * exists, unknown values stay unknown, and steps are limited.
 */
export class Evaluator implements ExpressionReader {
  private steps = 0
  private deep = 0
  private readonly sink: Sink
  private readonly called = new Set<AnyNode>()
  private readonly statements: StatementWalker
  /** Everything written by `document.write`. */
  written = ''

  constructor(sink: Sink) {
    this.sink = sink
    this.statements = new StatementWalker(this)
  }

  run(body: readonly AnyNode[], scope: Scope): void {
    this.statements.runAll(body, scope)
  }

  step(): void {
    if (++this.steps > MAX_STEPS) throw new OutOfSteps()
  }

  /** Calls a handler or function that was never called, with unknown arguments. */
  callOnce(closure: ClosureValue): void {
    if (!this.called.has(closure.node)) this.invoke(closure, [])
  }

  report(value: Value): void {
    if (typeof value === 'string' || Array.isArray(value) || value instanceof Map) this.sink(value)
  }

  invoke(callee: Value, args: readonly Value[]): Value {
    if (isNative(callee)) return callee.call(args)
    if (!isClosure(callee)) return UNKNOWN
    this.called.add(callee.node)
    const scope = new Scope(callee.scope)
    for (const [index, param] of callee.node.params.entries()) {
      this.bind(param, index < args.length ? args[index] : UNKNOWN, scope)
    }
    return this.deeper(() => {
      if (callee.node.body.type !== 'BlockStatement') return this.value(callee.node.body, scope)
      const result = this.statements.runFunction(callee.node.body.body, scope)
      for (const value of scope.names.values()) if (typeof value === 'string') this.report(value)
      return result
    })
  }

  private deeper(read: () => Value): Value {
    if (this.deep >= MAX_CALLS_DEEP) return UNKNOWN
    this.deep++
    try {
      return read()
    } finally {
      this.deep--
    }
  }

  bind(target: Pattern, value: Value, scope: Scope): void {
    if (target.type === 'Identifier') scope.names.set(target.name, value)
    else if (target.type === 'AssignmentPattern')
      this.bind(
        target.left,
        value === UNKNOWN || value === undefined ? this.value(target.right, scope) : value,
        scope,
      )
  }

  value(node: Expression | AnyNode, scope: Scope): Value {
    this.step()
    switch (node.type) {
      case 'Literal':
        return node.regex
          ? safePattern(node.regex.pattern, node.regex.flags)
          : typeof node.value === 'bigint' || node.value instanceof RegExp
            ? UNKNOWN
            : node.value
      case 'TemplateLiteral':
        return bounded(
          node.quasis
            .map(
              (part, index) =>
                (part.value.cooked ?? '') +
                (node.expressions[index] ? toText(this.value(node.expressions[index], scope)) : ''),
            )
            .join(''),
        )
      case 'Identifier':
        return scope.get(node.name)
      case 'BinaryExpression':
        return applyBinary(node.operator, this.value(node.left, scope), this.value(node.right, scope))
      case 'LogicalExpression':
        return this.logical(node.operator, node.left, node.right, scope)
      case 'ConditionalExpression': {
        const test = toBoolean(this.value(node.test, scope))
        if (test !== undefined) return this.value(test ? node.consequent : node.alternate, scope)
        const yes: Value = this.value(node.consequent, scope)
        const no: Value = this.value(node.alternate, scope)
        return typeof yes === 'string' ? yes : no
      }
      case 'UnaryExpression':
        return applyUnary(node.operator, this.value(node.argument, scope))
      case 'UpdateExpression':
        return this.update(node, scope)
      case 'AssignmentExpression':
        return this.assign(node, scope)
      case 'SequenceExpression':
        return node.expressions.map((item) => this.value(item, scope)).at(-1)
      case 'ArrayExpression':
        return this.array(node, scope)
      case 'ObjectExpression':
        return this.object(node, scope)
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return { kind: 'closure', node, scope }
      case 'MemberExpression':
        return this.member(node, scope)
      case 'CallExpression':
      case 'NewExpression':
        return this.call(node, scope)
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.value(node.expression, scope)
      default:
        return UNKNOWN
    }
  }

  private array(node: ArrayExpression, scope: Scope): Value[] {
    return node.elements.flatMap((item) => (item === null ? [undefined] : this.items(item, scope)))
  }

  /** The values of one item of a list or of a call's arguments; a spread item has any number. */
  private items(item: Expression | SpreadElement, scope: Scope): Value[] {
    if (item.type !== 'SpreadElement') return [this.value(item, scope)]
    const spread = this.value(item.argument, scope)
    return Array.isArray(spread) ? spread : typeof spread === 'string' ? [...spread] : [UNKNOWN]
  }

  private object(node: ObjectExpression, scope: Scope): Map<string, Value> {
    const entries = new Map<string, Value>()
    for (const property of node.properties) {
      if (property.type === 'SpreadElement' || property.computed) continue
      const { key } = property
      if (key.type === 'Identifier') entries.set(key.name, this.value(property.value, scope))
      else if (key.type === 'Literal') entries.set(String(key.value), this.value(property.value, scope))
    }
    return entries
  }

  private logical(operator: string, left: Expression, right: Expression, scope: Scope): Value {
    const first = this.value(left, scope)
    const test =
      operator === '??'
        ? first === UNKNOWN
          ? undefined
          : first !== null && first !== undefined
        : toBoolean(first)
    if (test === undefined) {
      const second = this.value(right, scope)
      return operator === '&&' ? UNKNOWN : second
    }
    return test === (operator === '&&') ? this.value(right, scope) : first
  }

  private update(node: UpdateExpression, scope: Scope): Value {
    const before = toNumber(this.value(node.argument, scope))
    const after = before === UNKNOWN ? UNKNOWN : before + (node.operator === '++' ? 1 : -1)
    this.store(node.argument, after, scope)
    return node.prefix ? after : before
  }

  private assign(node: AssignmentExpression, scope: Scope): Value {
    const right = this.value(node.right, scope)
    let value = right
    if (node.operator === '+=') {
      const left = this.value(node.left, scope)
      const bothNumbers = typeof left === 'number' && typeof right === 'number'
      value = bothNumbers
        ? left + right
        : left === UNKNOWN && !isTextual(right)
          ? UNKNOWN
          : bounded(toText(left) + toText(right))
    } else if (node.operator !== '=') {
      value = UNKNOWN
    }
    this.store(node.left, value, scope)
    return value
  }

  private store(target: AnyNode, value: Value, scope: Scope): void {
    if (target.type === 'Identifier') {
      scope.set(target.name, value)
    } else if (target.type === 'MemberExpression') {
      const owner = this.value(target.object, scope)
      const key = this.key(target, scope)
      if (owner instanceof Map && key !== undefined) owner.set(key, value)
      else if (Array.isArray(owner) && /^\d{1,4}$/.test(key ?? '')) owner[Number(key)] = value
      else if (isClosure(value)) this.callOnce(value)
      this.report(value)
    }
  }

  private key(node: MemberExpression, scope: Scope): string | undefined {
    if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined
    const key = this.value(node.property, scope)
    return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
  }

  private member(node: MemberExpression, scope: Scope): Value {
    const owner = this.value(node.object, scope)
    const key = this.key(node, scope)
    if (key === undefined) return UNKNOWN
    const known = readMember(owner, key)
    if (known !== UNKNOWN || owner !== UNKNOWN) return known
    const isPage =
      node.object.type === 'Identifier' &&
      /^(?:window|self|top|document|globalThis|parent)$/.test(node.object.name)
    return isPage ? (key === 'domain' ? this.pageHost(scope) : scope.get(key)) : UNKNOWN
  }

  private pageHost(scope: Scope): Value {
    const location = scope.get('location')
    return location instanceof Map ? location.get('hostname') : UNKNOWN
  }

  private call(node: CallExpression | NewExpression, scope: Scope): Value {
    const args = node.arguments.flatMap((item) => this.items(item, scope))
    const { callee } = node
    if (callee.type === 'Super') return UNKNOWN
    if (callee.type === 'Identifier' && callee.name === 'eval')
      return this.deeper(() => this.nested(args[0], scope))
    if (node.type === 'NewExpression' || (callee.type === 'Identifier' && callee.name === 'Array'))
      return this.construct(callee, args)
    if (callee.type === 'Identifier' && callee.name === 'String') return toText(args[0])
    if (callee.type === 'MemberExpression') {
      const own = this.method(callee, args, scope)
      if (own !== UNKNOWN) return own
      if (isWrite(callee)) this.written = bounded(this.written + args.map(toText).join(''))
    } else {
      const target = this.value(callee, scope)
      if (isClosure(target) || isNative(target)) return this.invoke(target, args)
    }
    for (const arg of args) {
      if (isClosure(arg)) this.report(this.invoke(arg, []))
      else this.report(arg)
    }
    return UNKNOWN
  }

  /** `eval(code)`. Enkoder wraps its script in ten layers of these. */
  private nested(code: Value, scope: Scope): Value {
    this.report(code)
    const program = typeof code === 'string' && !code.includes(GAP) ? parseScript(code) : undefined
    const last = program?.body.pop()
    if (!program || !last) return UNKNOWN
    this.run(program.body, scope)
    if (last.type === 'ExpressionStatement') return this.value(last.expression, scope)
    this.run([last], scope)
    return UNKNOWN
  }

  private method(callee: MemberExpression, args: readonly Value[], scope: Scope): Value {
    if (callee.object.type === 'Super') return UNKNOWN
    const owner = this.value(callee.object, scope)
    const name = this.key(callee, scope) ?? ''
    if (typeof owner === 'string') return callTextMethod(owner, name, args, (...call) => this.invoke(...call))
    if (Array.isArray(owner)) return callArrayMethod(owner, name, args, (...call) => this.invoke(...call))
    if (isClosure(owner) && (name === 'call' || name === 'apply'))
      return this.invoke(owner, name === 'call' ? args.slice(1) : Array.isArray(args[1]) ? args[1] : [])
    if (isNative(owner) && name === 'apply') return this.invoke(owner, Array.isArray(args[1]) ? args[1] : [])
    const target = this.member(callee, scope)
    if (isClosure(target) || isNative(target)) return this.invoke(target, args)
    return typeof owner === 'number' && name === 'toString' ? String(owner) : UNKNOWN
  }

  private construct(callee: AnyNode, args: Value[]): Value {
    const made = callee.type === 'Identifier' ? construct(callee.name, args) : UNKNOWN
    if (made === UNKNOWN) for (const arg of args) this.report(arg)
    return made
  }
}

function isWrite({ object, property }: MemberExpression): boolean {
  return (
    object.type === 'Identifier' &&
    object.name === 'document' &&
    property.type === 'Identifier' &&
    /^write(?:ln)?$/.test(property.name)
  )
}
