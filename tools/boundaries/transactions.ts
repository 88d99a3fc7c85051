import { type Finding, isTest, lineAt, type Node, type Source, walk } from './sources.ts'

/** Names of ports that reach out of the process. */
const PORTS = new Set([
  'addressVerifier',
  'botCheck',
  'crawler',
  'directory',
  'dns',
  'files',
  'inbox',
  'jobs',
  'letters',
  'mail',
  'mailboxes',
  'payment',
  'stripe',
  'transport',
])
const POOLS = new Set(['db', 'pool'])
/** Operations that maps and arrays have as well; only an `await` distinguishes them. */
const COLLECTION_METHODS = new Set(['find', 'get'])
const WAITS = new Set(['fetch', 'setTimeout', 'sleep'])

interface Scope {
  source: Source
  /** The name of the transaction, and of values created with it. */
  tx: string
  derived: Set<string>
  /** Operations that query the pool unless given a transaction. */
  operations: ReadonlySet<string>
}

/**
 * A transaction holds a pooled connection, so nothing in it may wait for anything else: each awaited call gets `tx`.
 * Every function with a parameter `tx` runs in one.
 */
export function checkTransactions(sources: Source[]): Finding[] {
  const ours = sources.filter(({ path }) => path.startsWith('apps/server/src/') && !isTest(path))
  const operations = new Set(ours.flatMap(namesWithOptionalTx))
  return ours.flatMap((source) => {
    const findings: Finding[] = []
    for (const [work, tx] of listTransactions(source, findings)) {
      const scope = { source, tx, derived: findDerived(source, work, tx), operations }
      findings.push(...checkBody(scope, work.body as Node))
    }
    return onePerLine(findings)
  })
}

/** Functions that run in a transaction, with its name there. */
function listTransactions(source: Source, findings: Finding[]): Map<Node, string> {
  const found = new Map<Node, string>()
  const add = (node: Node, sentence: string) => findings.push(finding(source, node, sentence))
  walk(source.program, (node) => {
    if (isTransactionCall(node)) {
      const [work] = node.arguments as Node[]
      if (isFunction(work)) found.set(work, nameOf((work.params as Node[])[0]) ?? 'tx')
      else add(node, 'write the work of a transaction as a function in its call.')
    }
    const names = isFunction(node) ? (node.params as Node[]).map(nameOf) : []
    if (names.includes('tx') && !found.has(node)) found.set(node, 'tx')
    if (names.includes('_tx')) add(node, 'do nothing that has no use for `tx`.')
    return undefined
  })
  return found
}

/** `getUser: async (owner, tx: Db = db) => …`, as a declaration, a constant or a method. */
function namesWithOptionalTx({ program }: Source): string[] {
  const names: string[] = []
  walk(program, (node) => {
    const { id, init, key, value } = node as { id?: unknown; init?: Node; key?: unknown; value?: Node }
    const made = node.type === 'FunctionDeclaration' ? node : node.type === 'Property' ? value : init
    const isOptional = (param: Node) => param.type === 'AssignmentPattern' && nameOf(param) === 'tx'
    if (isFunction(made) && (made.params as Node[]).some(isOptional)) names.push(nameOf(id ?? key) ?? '')
    return undefined
  })
  return names.filter((name) => name && !COLLECTION_METHODS.has(name))
}

function checkBody(scope: Scope, body: Node): Finding[] {
  const findings: Finding[] = []
  const add = (node: Node, sentence: string) => findings.push(finding(scope.source, node, sentence))
  const keys = new Set<unknown>()
  walk(body, (node) => {
    if (node.type === 'Property' && !node.shorthand) keys.add(node.key)
    if (isTransactionCall(node)) {
      const receiver = (node.callee as Node).object as Node
      if (!mentions(receiver, new Set([scope.tx])))
        add(node, 'a second transaction needs a second connection.')
      return false
    }
    if (isPool(node) && !keys.has(node))
      add(node, `query on \`${scope.tx}\`, not on \`${textOf(scope.source, node)}\`.`)
    const awaited = awaitedBy(node) ?? (asksOperation(node, scope) ? node : null)
    if (awaited && !isGivenTx(awaited, scope))
      add(
        node,
        `\`${textOf(scope.source, awaited)}\` is not given \`${scope.tx}\`: wait for it before or after.`,
      )
    else if (node.type === 'CallExpression' && reachesOut(node) && !isGivenTx(node, scope))
      add(node, `\`${textOf(scope.source, node)}\` reaches out of the database: call it before or after.`)
    return undefined
  })
  return findings
}

const isFunction = (node: Node | undefined): node is Node =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node?.type ?? '') &&
  Boolean(node?.body)

const isTransactionCall = (node: Node): boolean =>
  node.type === 'CallExpression' && propertyOf(node.callee as Node) === 'transaction'

/** The name of a parameter, with or without a default. */
const nameOf = (node: unknown): string | undefined => {
  const { type, name, left } = (node ?? {}) as Node
  if (type === 'AssignmentPattern') return nameOf(left)
  return type === 'Identifier' ? (name as string) : undefined
}

const propertyOf = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && !node.computed ? nameOf(node.property) : undefined

/** `db`, or a path that ends in it, such as `deps.db` and `database.pool`. */
const isPool = (node: Node): boolean => POOLS.has(nameOf(node) ?? '')

function awaitedBy(node: Node): Node | null {
  if (node.type === 'AwaitExpression') return node.argument as Node
  return node.type === 'ForOfStatement' && node.await ? (node.right as Node) : null
}

const asksOperation = ({ type, callee }: Node, { operations }: Scope): boolean =>
  type === 'CallExpression' && operations.has(nameOf(callee) ?? propertyOf(callee as Node) ?? '')

function reachesOut({ callee }: Node): boolean {
  const called = callee as Node
  if (called.type === 'Identifier') return WAITS.has(called.name as string)
  if (called.type !== 'MemberExpression') return false
  const receiver = called.object as Node
  return PORTS.has(nameOf(receiver) ?? propertyOf(receiver) ?? '')
}

/** True if the transaction is an argument, or the receiver was created with it. */
function isGivenTx(node: Node, { tx, derived }: Scope): boolean {
  const receiver =
    node.type === 'CallExpression' ? ((node.callee as Node).object as Node | undefined) : undefined
  return mentions(node, new Set([tx])) || derived.has(nameOf(receiver) ?? '')
}

function mentions(node: Node, names: ReadonlySet<string>): boolean {
  let isFound = false
  walk(node, (each) => {
    if (each.type === 'Identifier' && names.has(each.name as string)) isFound = true
    return !isFound
  })
  return isFound
}

/** `const removal = removals.open(tx, …)` or a parameter `removal: OpenRemoval`: its methods run in the transaction. */
function findDerived(source: Source, work: Node, tx: string): Set<string> {
  const params = (work.params as Node[]).filter(({ start, end }) =>
    /: Open\w+$/.test(source.text.slice(start, end)),
  )
  const derived = new Set(params.flatMap((param) => nameOf(param) ?? []))
  walk(work.body as Node, (node) => {
    const { id, init } = node as { id?: unknown; init?: Node }
    const name = node.type === 'VariableDeclarator' ? nameOf(id) : undefined
    if (name && /^(Call|Await)Expression$/.test(init?.type ?? '') && init && mentions(init, new Set([tx])))
      derived.add(name)
    return undefined
  })
  return derived
}

const textOf = ({ text }: Source, { start, end }: Node): string =>
  text.slice(start, end).replace(/\s+/g, ' ').slice(0, 60)

const finding = (source: Source, node: Node, sentence: string): Finding => ({
  file: source.path,
  line: lineAt(source, node.start),
  sentence: `Inside a transaction ${sentence}`,
})

const onePerLine = (findings: Finding[]): Finding[] => [
  ...new Map(findings.toReversed().map((each) => [each.line, each])).values(),
]
