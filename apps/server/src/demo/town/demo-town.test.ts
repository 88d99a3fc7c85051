import { describe, expect, test } from 'vitest'
import { demoPlaces, demoTown } from './demo-town.ts'

const { businesses } = demoTown

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length
}

describe('the demo town', () => {
  test('has about sixty businesses, among them at least a dozen bakeries', () => {
    expect(businesses.length).toBeGreaterThanOrEqual(58)
    expect(businesses.length).toBeLessThanOrEqual(66)
    expect(businesses.filter(({ category }) => category === 'shop=bakery').length).toBeGreaterThanOrEqual(12)
  })

  test('names each business, street address, telephone and position once', () => {
    expect(isUnique(businesses.map(({ slug }) => slug))).toBe(true)
    expect(isUnique(businesses.map(({ name }) => name))).toBe(true)
    expect(isUnique(businesses.map(({ address }) => address))).toBe(true)
    expect(isUnique(businesses.map(({ phone }) => phone).filter(Boolean))).toBe(true)
    expect(isUnique(businesses.map(({ lat, lon }) => `${lat},${lon}`))).toBe(true)
  })

  test('gives each slug a form that is valid as a host name', () => {
    for (const { slug } of businesses) expect(slug).toMatch(/^[a-z][a-z0-9-]{1,40}[a-z0-9]$/)
  })

  test('uses only mail addresses in the reserved domain of the business, and each one once', () => {
    const addresses = businesses.flatMap(({ slug, email, mailbox, people }) => {
      const own = [email, mailbox, ...people.map((person) => person.email)].filter(
        (address) => address !== null,
      )
      for (const address of own) expect(address).toMatch(new RegExp(`^[a-z.-]+@${slug}\\.example$`))
      return own
    })
    expect(isUnique(addresses)).toBe(true)
  })

  test('uses only telephone numbers that are reserved for fiction', () => {
    for (const { phone } of businesses) if (phone) expect(phone).toMatch(/^\+44 1632 960\d{3}$/)
  })

  test('says in every address that the place is a demo', () => {
    for (const { address } of businesses) expect(address).toMatch(/, Goldwater, Demoland$/)
  })

  test('lets at least 45 businesses be written to, most of them by name and title', () => {
    const reachable = businesses.filter(({ people, mailbox }) => people.length > 0 || mailbox !== null)
    expect(reachable.length).toBeGreaterThanOrEqual(45)
    expect(businesses.filter(({ people }) => people.length >= 2).length).toBeGreaterThanOrEqual(30)
    for (const { people } of businesses)
      for (const person of people) {
        expect(person.first_name && person.last_name && person.title).toBeTruthy()
      }
  })

  test('has a few businesses without a website', () => {
    const without = businesses.filter(({ host }) => host === null)
    expect(without.length).toBeGreaterThanOrEqual(4)
    expect(without.every(({ people, mailbox }) => people.length === 0 && mailbox === null)).toBe(true)
  })

  test('offers itself to the importer with place ids and websites on the port that is asked for', () => {
    const places = [...demoPlaces(4123)]
    expect(places).toHaveLength(businesses.length)
    expect(places[0]).toMatchObject({
      place_id: 'demo:rising-moon-bakery',
      category: 'shop=bakery',
      website: 'http://rising-moon-bakery.localhost:4123',
      address: '3 Ferry Quay, Goldwater, Demoland',
    })
    expect(places.find(({ place_id }) => place_id === 'demo:tin-whistle-bakes')?.website).toBeNull()
  })
})
