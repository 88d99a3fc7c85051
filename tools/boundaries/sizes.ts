import { type Finding, isTest, lineAt, type Node, type Source, walk } from './sources.ts'

const FILE_LINES = 300
const FUNCTION_LINES = 60
const COMPONENT_LINES = 180

/** Files over 300 lines, functions over 60 and components over 180 are stopped. */
export function checkSizes(sources: Source[]): Finding[] {
  return sources
    .filter((source) => !isTest(source.path))
    .flatMap((source) => [...checkFile(source), ...checkFunctions(source)])
}

function checkFile({ path, lines }: Source): Finding[] {
  if (lines <= FILE_LINES) return []
  return [
    {
      file: path,
      line: FILE_LINES,
      sentence: `${lines} lines: over ${FILE_LINES}. Move one subject to a file named for it, or split the feature into a subfolder.`,
    },
  ]
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function checkFunctions(source: Source): Finding[] {
  const findings: Finding[] = []
  walk(source.program, (node) => {
    if (!FUNCTIONS.has(node.type)) return undefined
    const isComponent = source.path.endsWith('.tsx')
    const own = ownLines(source, node)
    const most = isComponent ? COMPONENT_LINES : FUNCTION_LINES
    if (own > most)
      findings.push({
        file: source.path,
        line: lineAt(source, node.start),
        sentence: `this function has ${own} lines of its own: over ${most}. ${isComponent ? 'Move a part of the screen to a component named for what it is.' : 'Give a step a name and a function of its own.'}`,
      })
    return undefined
  })
  return findings
}

/** A function's lines without those of functions inside it: createX(deps) may hold many short operations. */
function ownLines(source: Source, node: Node): number {
  let inner = 0
  const isComponent = source.path.endsWith('.tsx')
  if (!isComponent)
    walk(node, (child) => {
      if (child === node || !FUNCTIONS.has(child.type)) return undefined
      inner += Math.max(0, countLines(source, child) - 1)
      return false
    })
  return countLines(source, node) - inner
}

const countLines = (source: Source, node: Node): number =>
  source.text.slice(node.start, node.end).split('\n').length
