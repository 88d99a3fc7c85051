import { expect, test } from 'vitest'
import { careAndLeisure } from '../src/categories/care-and-leisure.ts'
import { isKnownTag, tagsOf } from '../src/categories/dictionary.ts'
import { foodAndLodging } from '../src/categories/food-and-lodging.ts'
import { retail } from '../src/categories/retail.ts'
import { services } from '../src/categories/services.ts'
import { trades } from '../src/categories/trades.ts'
import { businessTags } from '../src/osm/business-tags.ts'
import { foldedWords } from '../src/text/fold.ts'
import { documentedValues } from './documented-values.ts'

const lines = [foodAndLodging, retail, services, trades, careAndLeisure]
  .flatMap((text) => text.split('\n'))
  .filter((line) => line.includes(': ') && !line.startsWith('#'))
const namesByTag = new Map(
  lines.flatMap((line) => {
    const split = line.indexOf(': ')
    const languages = line.slice(split + 2).split('|')
    return line
      .slice(0, split)
      .split(' ')
      .map((tag) => [tag, languages.map((names) => names.split(',').map((name) => name.trim()))] as const)
  }),
)

test.each(Object.entries(documentedValues))('each documented %s has everyday names', (key, values) => {
  for (const value of values.trim().split(/\s+/)) {
    const tag = `${key}=${value}`
    expect(isKnownTag(tag), tag).toBe(true)
    expect(businessTags({ [key]: value, name: 'Kim', website: 'https://kim.example', information: 'office', recycling_type: 'centre' }, new Date()), tag).toEqual([tag]) // biome-ignore format: one element
  }
})

test('each kind of place has names in five languages, and each name means it', () => {
  expect(namesByTag.size).toBeGreaterThan(700)
  for (const [tag, languages] of namesByTag) {
    expect(languages.length, tag).toBeGreaterThanOrEqual(5)
    for (const name of languages.flat()) {
      expect(name, tag).not.toBe('')
      const words = foldedWords(name)
      if (words.length > 0) expect(tagsOf(words), `${name} means ${tag}`).toContain(tag)
    }
  }
})
