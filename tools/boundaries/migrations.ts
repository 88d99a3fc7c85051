import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, root } from './sources.ts'

/** During a rolling restart, the last release's code runs on the new schema, and large tables take writes all the time. */
export interface MigrationFile {
  path: string
  text: string
}

/** The last migration of each folder before this rule. */
const FOLDERS = [
  { folder: 'apps/server/src/db/migrations', upTo: '0018' },
  { folder: 'packages/places/migrations', upTo: '0001' },
]

export function listMigrations(): MigrationFile[] {
  return FOLDERS.flatMap(({ folder, upTo }) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.sql') && name.slice(0, 4) > upTo)
      .map((name) => ({
        path: `${folder}/${name}`,
        text: readFileSync(join(root, folder, name), 'utf8'),
      })),
  )
}

export const currentVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** `-- contracts since 0.2.0: …` names the first release that no longer uses what is dropped. */
const CONTRACTS = /^-- contracts since (\d+\.\d+\.\d+): \S/m
/** `-- old code survives: …` says why an apparent restriction is harmless. */
const SURVIVES = /^-- old code survives: \S/m

/** The first line of a migration whose statements run one by one outside of a transaction. */
const NO_TRANSACTION = /^-- no transaction\b/

/** All that such a migration may contain: what can be repeated after an interruption. */
const REPEATABLE =
  /^\s*(create\s+(unique\s+)?index\s+concurrently\s+if\s+not\s+exists|drop\s+index\s+concurrently\s+if\s+exists)\s/

/** `-- small table: …` above a statement says why the table's size doesn't matter. */
const SMALL = /^\s*-- small table: \S/

/** What a large table, or one that may become large, demands of a migration. */
export function checkLargeTables(files: MigrationFile[]): Finding[] {
  return files.flatMap(({ path, text }) => {
    const isOutside = NO_TRANSACTION.test(text)
    return statementsOf(text).flatMap(({ statement, line, isSmall, isFresh }) => {
      const found = (sentence: string) => [{ file: path, line, sentence }]
      if (isOutside)
        return REPEATABLE.test(statement)
          ? []
          : found(
              "a migration without a transaction may be interrupted and starts over, so it holds only 'create index concurrently if not exists' and 'drop index concurrently if exists'.",
            )
      if (isSmall) return []
      if (/\bconcurrently\b/.test(statement))
        return found("an index is built concurrently only in a file whose first line is '-- no transaction'.")
      if (/\bcreate\s+(unique\s+)?index\b/.test(statement) && !isFresh)
        return found(
          "this index would hold up all writes to its table until it is built. Build it with 'create index concurrently if not exists' in a file of its own whose first line is '-- no transaction', or say above it '-- small table: <why>'.",
        )
      if (!beginsWithOwner(statement))
        return found(
          "a table with an owner_id has to be ready for partitions by owner or month: its primary key begins with owner_id or a date. If it doesn't grow with mails or prospects, say above it '-- small table: <why>'.",
        )
      return []
    })
  })
}

function beginsWithOwner(statement: string): boolean {
  const body = /\bcreate\s+table\s+[^(]*\((.*)\)/s.exec(statement)?.[1]
  if (body === undefined || !/\bowner_id\s+uuid\b/.test(body)) return true
  const first =
    /\bprimary\s+key\s*\(\s*(\w+)/.exec(body)?.[1] ?? /(\w+)[^,]*\bprimary\s+key\b/.exec(body)?.[1]
  if (first === undefined || first === 'owner_id') return true
  return new RegExp(`\\b${first}\\s+(date|timestamptz)\\b`).test(body) || first === 'month'
}

/** The statements of a migration, in small letters and without comments and strings. */
function statementsOf(text: string) {
  const bare = withoutComments(text.toLowerCase())
  const lines = text.split('\n')
  const fresh = new Set(namesAfter(bare, /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/g))
  let start = 0
  return bare.split(';').flatMap((statement) => {
    const line = lineAt(bare, start + statement.search(/\S|$/))
    start += statement.length + 1
    if (statement.trim() === '') return []
    const table = /\bon\s+(?:only\s+)?([\w.]+)/.exec(statement)?.[1] ?? ''
    return { statement, line, isSmall: SMALL.test(lines[line - 2] ?? ''), isFresh: fresh.has(table) }
  })
}

/** Migrations expand: what the last release reads, writes or relies on stays until a later migration contracts. */
export function checkMigrations(files: MigrationFile[], version: string): Finding[] {
  return files.flatMap(({ path, text }) => {
    const since = CONTRACTS.exec(text)?.[1]
    if (since !== undefined && isOlder(since, version)) return []
    if (since === undefined && SURVIVES.test(text)) return []
    return findBreaks(text).map(({ line, what }) => ({
      file: path,
      line,
      sentence:
        since === undefined
          ? `${what}: code of the last release, which works on while others are started anew, would break. Add beside what is there, and take the old away one release later with '-- contracts since <release>: <why>'; see docs/scaling.md.`
          : `${what}: what is contracted since ${since} may go in the release after it, and this is ${version}.`,
    }))
  })
}

const isOlder = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = a!.findIndex((part, n) => part !== b![n])
  return at >= 0 && a![at]! < b![at]!
}

const RULES: { what: string; pattern: RegExp }[] = [
  { what: 'drops a table, column or type', pattern: /\bdrop\s+(table|column|view|type|function|schema)\b/ },
  { what: 'drops an index or constraint', pattern: /\bdrop\s+(index|constraint)\b/ },
  { what: 'drops a default', pattern: /\bdrop\s+default\b/ },
  { what: 'renames', pattern: /\brename\s+(to|column|constraint)?\b/ },
  { what: 'changes a type', pattern: /\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/ },
  { what: 'makes a column NOT NULL', pattern: /\bset\s+not\s+null\b/ },
]

interface Break {
  line: number
  what: string
}

function findBreaks(text: string): Break[] {
  const bare = withoutComments(text.toLowerCase())
  const fresh = new Set(namesAfter(bare, /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/g))
  const added = new Set(namesAfter(bare, /\badd\s+column\s+(?:if\s+not\s+exists\s+)?(\w+)/g))
  const breaks: Break[] = []
  let start = 0
  for (const statement of bare.split(';')) {
    const line = lineAt(bare, start + statement.search(/\S|$/))
    const table = /\balter\s+table\s+(?:if\s+exists\s+|only\s+)*([\w.]+)/.exec(statement)?.[1]
    if (table === undefined || !fresh.has(table))
      breaks.push(
        ...[...byRule(statement), ...tightening(statement, fresh, added)].map((what) => ({ line, what })),
      )
    start += statement.length + 1
  }
  return breaks
}

const byRule = (statement: string): string[] =>
  RULES.filter(({ pattern }) => pattern.test(statement)).map(({ what }) => what)

/** Restrictions that the last release's writes could violate. */
function* tightening(statement: string, fresh: Set<string>, added: Set<string>): Generator<string> {
  for (const action of actionsOf(statement)) {
    const isStrict = /\bnot\s+null\b/.test(action) && !/\b(default|generated)\b/.test(action)
    if (/^\s*add\s+column\b/.test(action) && isStrict) yield 'adds a NOT NULL column without a default'
    if (/^\s*add\s+(constraint|unique|check|primary|foreign|exclude)\b/.test(action))
      yield 'adds a constraint'
  }
  const unique = /\bcreate\s+unique\s+index\b.*?\bon\s+([\w.]+)[^(]*\(([^)]*)\)/s.exec(statement)
  if (unique && !fresh.has(unique[1]!) && !unique[2]!.match(/\w+/g)?.some((name) => added.has(name)))
    yield 'adds a unique index'
}

/** Splits `alter table x a, b` at commas outside of brackets. */
function actionsOf(statement: string): string[] {
  const body = /\balter\s+table\s+(?:if\s+exists\s+|only\s+)*[\w.]+\s+(.*)/s.exec(statement)?.[1] ?? ''
  const actions = ['']
  let depth = 0
  for (const sign of body) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += sign
  }
  return actions
}

const namesAfter = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((found) => found[1]!)

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

/** Blanks comments and string literals, keeping line numbers. */
const withoutComments = (text: string): string =>
  text.replace(/--[^\n]*|'(?:[^']|'')*'/g, (found) => found.replace(/[^\n]/g, ' '))
