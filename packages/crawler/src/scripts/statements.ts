import type {
  AnyNode,
  Expression,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  IfStatement,
  Pattern,
  VariableDeclaration,
} from 'acorn'
import { type Scope, toBoolean, UNKNOWN, type Value } from './values.ts'

export interface ExpressionReader {
  /** Counts a step. Throws OutOfSteps when there were too many. */
  step(): void
  value(node: Expression | AnyNode, scope: Scope): Value
  /** Declares the names of a pattern. */
  bind(target: Pattern, value: Value, scope: Scope): void
  /** Hands a value to the browser. */
  report(value: Value): void
}

interface Return {
  value: Value
}

type Outcome = Return | 'break' | 'continue' | undefined

const MAX_ROUNDS = 3000

/** Runs statements in order, both branches if a condition is unknown. */
export class StatementWalker {
  private readonly evaluator: ExpressionReader

  constructor(evaluator: ExpressionReader) {
    this.evaluator = evaluator
  }

  runFunction(body: readonly AnyNode[], scope: Scope): Value {
    const outcome = this.runAll(body, scope)
    return typeof outcome === 'object' ? outcome.value : undefined
  }

  runAll(body: readonly AnyNode[], scope: Scope): Outcome {
    for (const node of body) {
      if (node.type === 'FunctionDeclaration' && node.id)
        scope.names.set(node.id.name, { kind: 'closure', node, scope })
    }
    for (const node of body) {
      const outcome = this.run(node, scope)
      if (outcome) return outcome
    }
    return undefined
  }

  private run(node: AnyNode, scope: Scope): Outcome {
    this.evaluator.step()
    switch (node.type) {
      case 'ExpressionStatement':
        this.evaluator.value(node.expression, scope)
        return undefined
      case 'VariableDeclaration':
        this.declareNames(node, scope)
        return undefined
      case 'BlockStatement':
        return this.runAll(node.body, scope)
      case 'ReturnStatement': {
        const value = node.argument ? this.evaluator.value(node.argument, scope) : undefined
        this.evaluator.report(value)
        return { value }
      }
      case 'IfStatement':
        return this.runIf(node, scope)
      case 'ForStatement':
        return this.runFor(node, scope)
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.runForEach(node, scope)
      case 'WhileStatement':
        return this.loop(node.test, node.body, undefined, scope)
      case 'DoWhileStatement':
        return this.run(node.body, scope) ?? this.loop(node.test, node.body, undefined, scope)
      case 'TryStatement':
        return this.runAll(node.block.body, scope)
      case 'LabeledStatement':
        return this.run(node.body, scope)
      case 'SwitchStatement':
        for (const one of node.cases) this.runAll(one.consequent, scope)
        return undefined
      case 'BreakStatement':
        return 'break'
      case 'ContinueStatement':
        return 'continue'
      default:
        return undefined
    }
  }

  private declareNames(node: VariableDeclaration, scope: Scope): void {
    for (const { id, init } of node.declarations) {
      this.evaluator.bind(id, init ? this.evaluator.value(init, scope) : undefined, scope)
    }
  }

  private runIf(node: IfStatement, scope: Scope): Outcome {
    const test = toBoolean(this.evaluator.value(node.test, scope))
    if (test === true) return this.run(node.consequent, scope)
    if (test === false) return node.alternate ? this.run(node.alternate, scope) : undefined
    this.run(node.consequent, scope)
    if (node.alternate) this.run(node.alternate, scope)
    return undefined
  }

  private runFor(node: ForStatement, scope: Scope): Outcome {
    if (node.init) {
      if (node.init.type === 'VariableDeclaration') this.declareNames(node.init, scope)
      else this.evaluator.value(node.init, scope)
    }
    return this.loop(node.test ?? undefined, node.body, node.update ?? undefined, scope)
  }

  private loop(test: AnyNode | undefined, body: AnyNode, update: AnyNode | undefined, scope: Scope): Outcome {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const goesOn = test ? toBoolean(this.evaluator.value(test, scope)) : round === 0
      if (goesOn === false) return undefined
      const outcome = this.run(body, scope)
      if (outcome === 'break') return undefined
      if (typeof outcome === 'object') return outcome
      if (goesOn === undefined) return undefined
      if (update) this.evaluator.value(update, scope)
    }
    return undefined
  }

  private runForEach(node: ForInStatement | ForOfStatement, scope: Scope): Outcome {
    const source = this.evaluator.value(node.right, scope)
    for (const item of eachOf(source, node.type === 'ForInStatement').slice(0, MAX_ROUNDS)) {
      if (node.left.type === 'VariableDeclaration')
        this.evaluator.bind(node.left.declarations[0]!.id, item, scope)
      else if (node.left.type === 'Identifier') scope.set(node.left.name, item)
      const outcome = this.run(node.body, scope)
      if (outcome === 'break') return undefined
      if (typeof outcome === 'object') return outcome
    }
    return undefined
  }
}

function eachOf(source: Value, keys: boolean): Value[] {
  if (Array.isArray(source)) return keys ? source.map((_, index) => String(index)) : source
  if (source instanceof Map) return keys ? [...source.keys()] : [UNKNOWN]
  return typeof source === 'string' && !keys ? [...source] : [UNKNOWN]
}
