import pg from 'pg'

/** A statement as issued, with the values of its first execution. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Only these have plans. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i

/** Records every statement that any connection of this process issues from here on, each once. */
export function recordStatements(): Map<string, Statement> {
  const seen = new Map<string, Statement>()
  const issue = pg.Client.prototype.query as (this: unknown, ...given: unknown[]) => unknown
  pg.Client.prototype.query = function recorded(this: unknown, ...given: unknown[]) {
    const [first, second] = given
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
    const values = Array.isArray(second) ? second : (first as { values?: unknown[] } | null)?.values
    if (text !== undefined && PLANNED.test(text)) recordOnce(seen, { text, values: values ?? [] })
    return issue.apply(this, given)
  } as typeof pg.Client.prototype.query
  return seen
}

/** Statements that differ only in the length of a list count as one; the first form is kept. */
function recordOnce(seen: Map<string, Statement>, statement: Statement): void {
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

/** The node and all nodes below it. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

export interface Scan {
  /** With its schema, for example `public.prospects`. */
  table: string
  type: string
  index: string | null
  /** True if the index condition narrows the rows; otherwise the whole index is read. */
  hasCondition: boolean
  /** True if a limit ends it after the first rows. */
  isFirstRows: boolean
}

/** Returns the scans of a statement's plan, with the values it was executed with. */
export async function explain(client: pg.ClientBase, { text, values }: Statement): Promise<Scan[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
    text: `explain (verbose, format json) ${text}`,
    values,
  })
  return scansOf(rows[0]!['QUERY PLAN'][0]!.Plan, { table: null, isLimited: false })
}

/** Context of a node: the table of a bitmap scan, and whether a limit applies. */
interface Above {
  table: string | null
  isLimited: boolean
}

/** Nodes that pass a limit on to their input. */
const PASSES_LIMIT = new Set(['Limit', 'Incremental Sort', 'LockRows', 'Result', 'Subquery Scan'])

function scansOf(node: PlanNode, above: Above): Scan[] {
  const type = node['Node Type']
  const table = node['Relation Name'] ? `${node.Schema}.${node['Relation Name']}` : above.table
  const isScan = / Scan$/.test(type) && type !== 'Bitmap Heap Scan'
  const scan: Scan[] =
    isScan && table !== null
      ? [
          {
            table,
            type,
            index: node['Index Name'] ?? null,
            hasCondition: node['Index Cond'] !== undefined,
            isFirstRows: above.isLimited && type.startsWith('Index') && node.Filter === undefined,
          },
        ]
      : []
  const below = {
    table: type.startsWith('Bitmap') ? table : null,
    isLimited: type === 'Limit' || (above.isLimited && PASSES_LIMIT.has(type)),
  }
  return [...scan, ...(node.Plans ?? []).flatMap((plan) => scansOf(plan, below))]
}
