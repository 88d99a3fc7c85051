import type { ArrayExpression, Expression, ObjectExpression, SpreadElement } from 'acorn'
import type { Evaluator } from './evaluator.ts'
import { type Scope, UNKNOWN, type Value } from './values.ts'

export function readArray(evaluator: Evaluator, node: ArrayExpression, scope: Scope): Value[] {
  return node.elements.flatMap((item) => (item === null ? [undefined] : readItems(evaluator, item, scope)))
}

/** One item of a list or of a call's arguments; a spread text or list is as many as it holds. */
export function readItems(evaluator: Evaluator, item: Expression | SpreadElement, scope: Scope): Value[] {
  if (item.type !== 'SpreadElement') return [evaluator.value(item, scope)]
  const spread = evaluator.value(item.argument, scope)
  return Array.isArray(spread) ? spread : typeof spread === 'string' ? [...spread] : [UNKNOWN]
}

export function readObject(evaluator: Evaluator, node: ObjectExpression, scope: Scope): Map<string, Value> {
  const entries = new Map<string, Value>()
  for (const property of node.properties) {
    if (property.type === 'SpreadElement' || property.computed) continue
    const key =
      property.key.type === 'Identifier'
        ? property.key.name
        : property.key.type === 'Literal'
          ? String(property.key.value)
          : undefined
    if (key !== undefined) entries.set(key, evaluator.value(property.value, scope))
  }
  return entries
}
