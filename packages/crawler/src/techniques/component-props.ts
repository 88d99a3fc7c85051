import { parseTolerantly } from './json-ld.ts'
import { readObjects } from './object-people.ts'
import type { Technique } from './technique.ts'

const MAX_LENGTH = 300_000

/** Component data in attributes: `data-page` of Inertia, `props` of Astro, `:members` of Vue, `x-data` of Alpine. */
export const componentProps: Technique = {
  name: 'component-props',
  confidence: 0.65,
  *find(page) {
    for (const { element, name } of page.marked.json) {
      const value = element.attributes[name]!
      if (value.length > MAX_LENGTH || page.isDropped(element)) continue
      const data = parseTolerantly(value)
      for (const { email, person } of readObjects(isAstro(element.name) ? plain(data, 0) : data, 'untyped'))
        if (email) yield { email, offset: -1, ...(person && { person }) }
    }
  },
}

function isAstro(name: string): boolean {
  return name === 'astro-island'
}

const MAX_DEPTH = 30

/** Unwraps Astro's typed values: `[0, value]`, `[1, list]`. */
function plain(data: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(data)) {
    const [kind, value] = data as [unknown, unknown]
    if (kind === 1 && Array.isArray(value)) return value.map((item) => plain(item, depth + 1))
    return kind === 0 && (value === null || typeof value !== 'object') ? value : plain(value, depth + 1)
  }
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, plain(value, depth + 1)]))
}
