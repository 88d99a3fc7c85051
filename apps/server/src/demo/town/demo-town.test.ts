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

  test('has no duplicate business name, street address, phone number or position', () => {
    expect(isUnique(businesses.map(({ slug }) => slug))).toBe(true)
    expect(isUnique(businesses.map(({ name }) => name))).toBe(true)
    expect(isUnique(businesses.map(({ address }) => address))).toBe(true)
    expect(isUnique(businesses.map(({ phone }) => phone).filter(Boolean))).toBe(true)
    expect(isUnique(businesses.map(({ lat, lon }) => `${lat},${lon}`))).toBe(true)
  })

  test('has slugs that are valid host names', () => {
    for (const { slug } of businesses) expect(slug).toMatch(/^[a-z][a-z0-9-]{1,40}[a-z0-9]$/)
  })

  test('uses mail addresses only in the reserved domain of the business, each once', () => {
    const addresses = businesses.flatMap(({ slug, email, mailbox, people }) => {
      const own = [email, mailbox, ...people.map((person) => person.email)].filter(
        (address) => address !== null,
      )
      for (const address of own) expect(address).toMatch(new RegExp(`^[a-z.-]+@${slug}\\.example$`))
      return own
    })
    expect(isUnique(addresses)).toBe(true)
  })

  test('uses only phone numbers that are reserved for fiction', () => {
    for (const { phone } of businesses) if (phone) expect(phone).toMatch(/^\+44 1632 960\d{3}$/)
  })

  test('says in every address that this is a demo', () => {
    for (const { address } of businesses) expect(address).toMatch(/, Goldwater, Demoland$/)
  })

  test('has contacts at 45 businesses or more, mostly with name and title', () => {
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

  test('can be imported with place ids, and websites on the given port', () => {
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
