import type { Evaluator } from './evaluator.ts'
import { parseScript } from './parse-script.ts'
import { GAP, type Scope, UNKNOWN, type Value } from './values.ts'

/** `eval(code)`: a script that makes a script is read like any other; Enkoder wraps its own in ten layers. */
export function readNested(evaluator: Evaluator, code: Value, scope: Scope): Value {
  evaluator.report(code)
  const program = typeof code === 'string' && !code.includes(GAP) ? parseScript(code) : undefined
  const last = program?.body.pop()
  if (!program || !last) return UNKNOWN
  evaluator.run(program.body, scope)
  if (last.type === 'ExpressionStatement') return evaluator.value(last.expression, scope)
  evaluator.run([last], scope)
  return UNKNOWN
}
