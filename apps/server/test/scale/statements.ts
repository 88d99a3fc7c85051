import pg from 'pg'

/** A statement as it was really issued, with the values of its first time. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Only these have plans. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i

/** Writes down every statement that any connection of this process issues from here on, each once. */
export function recordStatements(): Map<string, Statement> {
  const seen = new Map<string, Statement>()
  const issue = pg.Client.prototype.query as (this: unknown, ...given: unknown[]) => unknown
  pg.Client.prototype.query = function recorded(this: unknown, ...given: unknown[]) {
    const [first, second] = given
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
    const values = Array.isArray(second) ? second : (first as { values?: unknown[] } | null)?.values
    if (text !== undefined && PLANNED.test(text)) note(seen, { text, values: values ?? [] })
    return issue.apply(this, given)
  } as typeof pg.Client.prototype.query
  return seen
}

/** Lists of any length are one statement; its first form is kept. */
function note(seen: Map<string, Statement>, statement: Statement): void {
  const key = statement.text
    .replace(/\$\d+/g, '$')
    .replace(/\(\$(?:::\w+)?(?:, \$(?:::\w+)?)+\)(?:, \((?:[^()]|\([^()]*\))*\))*/g, '($…)')
  if (!seen.has(key)) seen.set(key, statement)
}

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/** A plan's step with all below it. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

export interface Scan {
  /** With its schema: `public.prospects`. */
  table: string
  how: string
  index: string | null
  /** The index leads to the rows; otherwise all of it is read. */
  hasCondition: boolean
  /** It ends after the first rows of an order. */
  isFirstRows: boolean
}

/** How a statement would be done, with the values that it was done with. */
export async function explain(client: pg.ClientBase, { text, values }: Statement): Promise<Scan[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
    text: `explain (verbose, format json) ${text}`,
    values,
  })
  return scansOf(rows[0]!['QUERY PLAN'][0]!.Plan, { table: null, isLimited: false })
}

/** Context from above a node: the table of a bitmap, and whether only the first rows are wanted. */
interface Above {
  table: string | null
  isLimited: boolean
}

/** These hand on what they are asked for, row by row. */
const ROW_BY_ROW = new Set(['Limit', 'Incremental Sort', 'LockRows', 'Result', 'Subquery Scan'])

function scansOf(node: PlanNode, above: Above): Scan[] {
  const type = node['Node Type']
  const table = node['Relation Name'] ? `${node.Schema}.${node['Relation Name']}` : above.table
  const isScan = / Scan$/.test(type) && type !== 'Bitmap Heap Scan'
  const scan: Scan[] =
    isScan && table !== null
      ? [
          {
            table,
            how: type,
            index: node['Index Name'] ?? null,
            hasCondition: node['Index Cond'] !== undefined,
            isFirstRows: above.isLimited && type.startsWith('Index') && node.Filter === undefined,
          },
        ]
      : []
  const below = {
    table: type.startsWith('Bitmap') ? table : null,
    isLimited: type === 'Limit' || (above.isLimited && ROW_BY_ROW.has(type)),
  }
  return [...scan, ...(node.Plans ?? []).flatMap((plan) => scansOf(plan, below))]
}
