import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const SHORTEST_MS = 150
const LONGEST_MS = 250

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(css|tsx)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }))

/** The lengths that a style sheet gives to movements; what turns for as long as a wait lasts is none. */
const inStyles = (text: string): number[] =>
  text
    .split('\n')
    .filter((line) => !/infinite|1ms !important/.test(line))
    .flatMap((line) => [...line.matchAll(/\s([\d.]+)(ms|s)\b/g)])
    .map(([, length, unit]) => (unit === 's' ? Number(length) * 1000 : Number(length)))

/** The lengths that class names give. */
const inClasses = (text: string): number[] =>
  [...text.matchAll(/\bduration-\[?(\d+)/g)].map(([, length]) => Number(length))

test('whatever moves takes 150 to 250 ms', () => {
  const found = files.flatMap(({ name, text }) =>
    (name.endsWith('.css') ? inStyles(text) : inClasses(text)).map((length) => ({ name, length })),
  )
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(({ length }) => length < SHORTEST_MS || length > LONGEST_MS)).toEqual([])
})

test('somebody who wants no motion gets none: one rule over all that moves', () => {
  const base = files.find(({ name }) => name.endsWith('base.css'))!.text
  const rule = base.slice(base.indexOf('prefers-reduced-motion: reduce'))
  expect(rule).toMatch(/\*,\s*::before,\s*::after/)
  expect(rule).toMatch(/animation-duration: 1ms !important/)
  expect(rule).toMatch(/animation-iteration-count: 1 !important/)
  expect(rule).toMatch(/transition-property: [^;]*!important/)
  expect(rule).not.toMatch(/transition-property:[^;]*(transform|translate|width|height)/)
})
