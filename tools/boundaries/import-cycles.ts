import type { Finding, Source } from './sources.ts'

/** Files that import themselves through others, types and lazy imports included. One finding per cycle. */
export function checkImportCycles(sources: readonly Source[]): Finding[] {
  return findCycles(importGraph(sources)).map((files) => ({
    file: files[0]!,
    line: 1,
    sentence: `imports itself through ${files.slice(1).join(', ')}. Merge them, or move what both need to a file of its own.`,
  }))
}

type Graph = ReadonlyMap<string, readonly string[]>

function importGraph(sources: readonly Source[]): Graph {
  const known = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports
        .flatMap(({ target }) => [target, `${target}.ts`, `${target}.tsx`])
        .filter((target) => known.has(target)),
    ]),
  )
}

/** Strongly connected components of more than one file, by Tarjan's algorithm; each sorted by name. */
function findCycles(graph: Graph): string[][] {
  const cycles: string[][] = []
  const indexes = new Map<string, number>()
  const open: string[] = []
  /** Returns the lowest index among the open files that this one reaches. */
  const visit = (file: string): number => {
    const index = indexes.size
    indexes.set(file, index)
    open.push(file)
    let lowest = index
    for (const next of graph.get(file) ?? []) {
      if (!indexes.has(next)) lowest = Math.min(lowest, visit(next))
      else if (open.includes(next)) lowest = Math.min(lowest, indexes.get(next)!)
    }
    if (lowest === index) {
      const files = open.splice(open.lastIndexOf(file))
      if (files.length > 1) cycles.push(files.sort())
    }
    return lowest
  }
  for (const file of graph.keys()) if (!indexes.has(file)) visit(file)
  return cycles
}
