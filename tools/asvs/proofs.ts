import { type Node, type Source, walk } from '../boundaries/sources.ts'

/** Titles of all tests as written; those of `test.each` include placeholders such as '%s'. */
export function listTestTitles(sources: Source[]): Set<string> {
  const titles = new Set<string>()
  for (const { program } of sources.filter((source) => /\.(test|spec)\.tsx?$|\/suite\.ts$/.test(source.path)))
    walk(program, (node) => {
      const title = node.type === 'CallExpression' && isTestCall(node) ? titleOf(node) : null
      if (title !== null) titles.add(title)
      return true
    })
  return titles
}

/** `test(…)`, `it(…)`, `test.each(…)(…)`. */
function isTestCall({ callee }: Node): boolean {
  const called = callee as Node
  if (called.type === 'Identifier') return called.name === 'test' || called.name === 'it'
  return (
    called.type === 'CallExpression' && nameOf((called.callee as Node).object as Node | undefined) !== null
  )
}

const nameOf = (node: Node | undefined): string | null =>
  node?.type === 'Identifier' && (node.name === 'test' || node.name === 'it') ? String(node.name) : null

function titleOf({ arguments: given }: Node): string | null {
  const [title] = given as Node[]
  if (title?.type === 'Literal') return String(title.value)
  const quasis = title?.type === 'TemplateLiteral' ? (title.quasis as { value: { cooked: string } }[]) : []
  return quasis.length === 1 ? quasis[0]!.value.cooked : null
}

/** Quoted test names in the last column of a table that no test has. */
export function findMissingTests(table: string, titles: Set<string>): string[] {
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) =>
      [...(line.split(' | ').at(-1) ?? '').matchAll(/"([^"]+)"/g)].map(([, title]) => title!),
    )
  return [...new Set(named)].filter((title) => !titles.has(title))
}

/** Files named in docs/reliability.md; a bare name is in test/faults. */
export function listTestFiles(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) =>
    path!.includes('/') ? path! : `apps/server/test/faults/${path}`,
  )
}
