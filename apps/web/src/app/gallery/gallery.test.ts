import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ui = join(import.meta.dirname, '../../ui')
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const importsOf = (text: string) =>
  [...text.matchAll(/from '[^']*?([a-z-]+\.tsx)'/g)].map(([, name]) => name!)

/** The frame of every screen, with the toaster. */
const frame = readFileSync(join(import.meta.dirname, '../root-layout.tsx'), 'utf8')

/** Parts that only other components use are shown with them. */
test('the gallery shows every component', () => {
  const samples = filesIn(import.meta.dirname).map(({ text }) => text)
  const shown = new Set([...samples, frame].flatMap(importsOf))
  const components = filesIn(ui)
  const waiting = [...shown]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const parts = importsOf(components.find((component) => component.name === name)?.text ?? '')
    for (const part of parts.filter((part) => !shown.has(part))) {
      shown.add(part)
      waiting.push(part)
    }
  }
  const names = components.map(({ name }) => basename(name))
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !shown.has(name))).toEqual([])
})
