import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test('names that turn nothing stay as they are, character by character', () => {
  for (const name of ['Bo', 'Søren Ærø', '李小龙', 'Müller & Söhne', "O'Neil (2)", '😀', ''])
    expect(isolated(name)).toBe(name)
})

test('names from right to left, and names with signs that turn what follows, stand between isolating signs', () => {
  for (const name of ['فاطمة', 'דוד', '𐤀𐤁', 'Bo\u202ekcab', 'Bo\u200f'])
    expect(isolated(name)).toBe(`\u2068${name}\u2069`)
})

test('no sign inside a name ends its isolation', () => {
  expect(isolated('Bo\u2069\u202ekcab')).toBe('\u2068Bo\u202ekcab\u2069')
  expect(isolated('\u2067Bo')).toBe('\u2068Bo\u2069')
})
