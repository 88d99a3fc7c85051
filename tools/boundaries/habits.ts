import { type Finding, isTest, lineAt, type Node, type Source, walk } from './sources.ts'

const isServer = (path: string) => path.startsWith('apps/server/src/')
const isStore = (path: string) => path.endsWith('.store.ts')

/** SQL only in stores and db/; the environment only in config.ts; the time only from the clock. */
export function checkHabits(sources: Source[]): Finding[] {
  const own = sources.filter((source) => !isTest(source.path))
  return [
    ...own.flatMap((source) => [
      ...checkSql(source),
      ...checkEnvironmentAndTime(source),
      ...checkNames(source),
    ]),
    ...sources.flatMap(checkPacking),
  ]
}

/** A literal spread into a literal of its kind only packs lines. */
function checkPacking(source: Source): Finding[] {
  const findings: Finding[] = []
  walk(source.program, (node) => {
    const parts = node.type === 'ObjectExpression' ? node.properties : node.elements
    if (node.type !== 'ObjectExpression' && node.type !== 'ArrayExpression') return undefined
    for (const part of parts as (Node | null)[])
      if (part?.type === 'SpreadElement' && (part.argument as Node).type === node.type)
        findings.push({
          file: source.path,
          line: lineAt(source, part.start),
          sentence: 'A literal is spread into a literal. Write its parts in place.',
        })
    return undefined
  })
  return findings
}

const SQL_TEXT =
  /^\s*(select\s.+\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|create\s+(table|index)\s)/is

function checkSql(source: Source): Finding[] {
  if (
    isStore(source.path) ||
    /^apps\/server\/src\/db\//.test(source.path) ||
    !/^(apps\/server|packages)\//.test(source.path)
  )
    return []
  const findings = source.imports
    .filter(({ target, isType }) => target.startsWith('drizzle-orm') && !isType)
    .map(({ line }) => ({
      file: source.path,
      line,
      sentence: 'SQL stands in *.store.ts and db/ only. Move the query to the store of the feature.',
    }))
  walk(source.program, (node) => {
    const text =
      node.type === 'TemplateElement'
        ? (node.value as { raw: string }).raw
        : node.type === 'Literal'
          ? node.value
          : null
    if (typeof text === 'string' && SQL_TEXT.test(text))
      findings.push({
        file: source.path,
        line: lineAt(source, node.start),
        sentence: 'SQL stands in *.store.ts and db/ only. Move the statement there.',
      })
    return undefined
  })
  return findings
}

function checkEnvironmentAndTime(source: Source): Finding[] {
  if (!isServer(source.path)) return []
  const findings: Finding[] = []
  const add = (node: Node, sentence: string) =>
    findings.push({ file: source.path, line: lineAt(source, node.start), sentence })
  walk(source.program, (node) => {
    if (!source.path.endsWith('/config.ts') && isMember(node, 'process', 'env'))
      add(
        node,
        'process.env is read in config.ts only. Add a setting there and take it from the configuration.',
      )
    if (source.path.startsWith('apps/server/src/providers/clock/')) return undefined
    const isNewDate =
      node.type === 'NewExpression' &&
      isName(node.callee, 'Date') &&
      (node.arguments as unknown[]).length === 0
    if (isNewDate || isMember(node, 'Date', 'now'))
      add(node, 'The time comes from the clock. Take a Clock as a dependency and ask clock.now().')
    return undefined
  })
  return findings
}

const isName = (node: unknown, name: string) =>
  (node as Node)?.type === 'Identifier' && (node as Node).name === name
const isMember = (node: Node, object: string, property: string) =>
  node.type === 'MemberExpression' && isName(node.object, object) && isName(node.property, property)

const VAGUE_FILE = /(^|\/)(utils?|helpers?|hooks?|types?|constants?|index|common-utils|misc)\.tsx?$/
const VAGUE_NAME = /^[A-Z]\w*(Manager|Helper|Util|Utils|Impl|Processor)$/

function checkNames(source: Source): Finding[] {
  const findings: Finding[] = []
  if (VAGUE_FILE.test(source.path))
    findings.push({
      file: source.path,
      line: 1,
      sentence: 'A file is named for its subject, never utils, helpers, hooks, types, constants or index.',
    })
  walk(source.program, (node) => {
    const isNamed = [
      'ClassDeclaration',
      'TSInterfaceDeclaration',
      'TSTypeAliasDeclaration',
      'FunctionDeclaration',
    ].includes(node.type)
    const name = isNamed ? ((node.id as Node | null)?.name as string | undefined) : undefined
    if (name && VAGUE_NAME.test(name))
      findings.push({
        file: source.path,
        line: lineAt(source, node.start),
        sentence: `${name} does not say what it is. Name the thing or the deed instead of Manager, Helper, Util, Impl, Processor.`,
      })
    return undefined
  })
  return findings
}

/** A store function takes the connection first, then whose rows it may touch. */
export function checkOwners(sources: Source[]): Finding[] {
  return sources
    .filter(({ path }) => isServer(path) && isStore(path))
    .flatMap((source) => {
      const findings: Finding[] = []
      walk(source.program, (node) => {
        if (node.type !== 'ExportNamedDeclaration') return node.type === 'Program'
        for (const { name, params } of exportedFunctions(node.declaration as Node | null)) {
          const parameters = params.map(({ start, end }) => source.text.slice(start, end))
          const takesDatabase = /^_?(db|tx): /.test(parameters[0] ?? '')
          const isFree = !parameters.some((parameter) => /:\s*Db$/.test(parameter))
          const owner = parameters[takesDatabase ? 1 : 0] ?? ''
          if ((!takesDatabase && !isFree) || !/:\s*(OwnerId|SystemScope)$/.test(owner))
            findings.push({
              file: source.path,
              line: lineAt(source, node.start),
              sentence: `${name} must take \`db\` or \`tx\` first and \`owner: OwnerId\` second, or \`_scope: SystemScope\` when it works across owners.`,
            })
        }
        return false
      })
      return findings
    })
}

function exportedFunctions(declaration: Node | null): { name: string; params: Node[] }[] {
  if (declaration?.type === 'FunctionDeclaration')
    return [{ name: String((declaration.id as Node).name), params: declaration.params as Node[] }]
  if (declaration?.type !== 'VariableDeclaration') return []
  return (declaration.declarations as Node[]).flatMap((entry) => {
    const value = entry.init as Node | null
    return value?.type === 'ArrowFunctionExpression'
      ? [{ name: String((entry.id as Node).name), params: value.params as Node[] }]
      : []
  })
}
