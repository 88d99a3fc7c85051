import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

const MAIN = path.join(import.meta.dirname, '../../src/main.ts')
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm

/** Modules loaded at every start: all static imports. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
    if (target.startsWith('.')) loadedBy(path.resolve(path.dirname(file), target), seen)
    else seen.add(target)
  return seen
}

test('an installation without traces doesn’t load the tracing libraries', () => {
  const loaded = [...loadedBy(MAIN)]
  expect(loaded).toContain('fastify')
  expect(loaded.filter((name) => /opentelemetry|providers\/tracing/.test(name))).toEqual([])
  expect(readConfig({}).otlpEndpoint).toBeNull()
})

test.each(['2', '-0.1', 'half'])('a sampling ratio of %s is refused', (share) => {
  expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: share })).toThrow('a number from 0 to 1')
})
