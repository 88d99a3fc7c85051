import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { toDomain } from './postgres.ts'

const { app } = await startTestApp()
const sites = app.ports.excludedSites

test('an excluded domain and its subdomains are no longer visited', async () => {
  expect(await sites.exclude(app.database.db, 'https://www.Bakery.example/contact', 'asked by mail')).toBe(
    'bakery.example',
  )
  const asked = [
    'bakery.example',
    'www.bakery.example',
    'SHOP.bakery.example.',
    'notbakery.example',
    'example',
  ]
  expect(await Promise.all(asked.map(sites.isExcluded))).toEqual([true, true, true, false, false])
  expect(await sites.list()).toMatchObject([{ domain: 'bakery.example', reason: 'asked by mail' }])
})

test('an exclusion can be undone', async () => {
  await sites.exclude(app.database.db, 'mill.example', 'asked by mail')
  expect([
    await sites.readmit(app.database.db, 'www.mill.example'),
    await sites.readmit(app.database.db, 'mill.example'),
  ]).toEqual(['mill.example', null])
  expect(await sites.isExcluded('mill.example')).toBe(false)
})

test('a website is recognised in any spelling, and other text is refused', () => {
  expect(['http://Straße.example:8080/x?y', 'a.b.example.', 'münchen.example'].map(toDomain)).toEqual([
    'xn--strae-oqa.example',
    'a.b.example',
    'xn--mnchen-3ya.example',
  ])
  expect(['', 'localhost', 'two words.example', "x'; drop table.example"].map(toDomain)).toEqual(
    Array(4).fill(null),
  )
})
