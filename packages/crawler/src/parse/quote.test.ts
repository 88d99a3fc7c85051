import { describe, expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'

const quotes = (html: string) =>
  Object.fromEntries(contactsOf(html).map(({ email, snippet }) => [email, snippet]))
const quote = (html: string) => Object.values(quotes(html))[0]

const MENU = '<a href="/">Home</a> <a href="/about">About</a> <a href="/contact">Contact</a>'
const LINK = '<a href="mailto:info@oakfield-bakery.com">info@oakfield-bakery.com</a>'
const ADDRESS = 'info@oakfield-bakery.com'

describe('a quote is what visitors read', () => {
  test.each([
    [
      'the line of the address',
      `<p>Fresh bread.</p><p>Write to ${LINK} or call.</p>`,
      `Write to ${ADDRESS} or call.`,
    ],
    ['no menu in the same line', `<div>${MENU} Orders: ${LINK}</div>`, `Orders: ${ADDRESS}`],
    ['no menu around it', `<div>${MENU}</div><p>${LINK}</p><div>${MENU}</div>`, ADDRESS],
    [
      'no menu after it',
      `<div>${LINK} | <a href="/imprint">Imprint</a> | <a href="/x">AGB</a></div>`,
      ADDRESS,
    ],
    ['no single label', `<div><a href="/imprint">Impressum</a> | ${LINK}</div>`, ADDRESS],
    [
      'links in a sentence',
      `<p><a href="/contact">Contact</a> us at ${LINK}</p>`,
      `Contact us at ${ADDRESS}`,
    ],
    [
      'two links in a sentence',
      `<p>See <a href="/menu">our menu</a>, <a href="/wine">the wine list</a> or ask ${LINK}.</p>`,
      `See our menu, the wine list or ask ${ADDRESS}.`,
    ],
    [
      'the phone beside it',
      `<p><a href="tel:+49301234567">030 1234567</a> · ${LINK}</p>`,
      `030 1234567 · ${ADDRESS}`,
    ],
    [
      'the card of a person',
      `<nav>${MENU}</nav><div><h3>Ann Lee</h3><p>Owner</p><p>${LINK}</p></div>`,
      `Ann Lee · Owner · ${ADDRESS}`,
    ],
    [
      'no menu of a list in the card',
      `<footer><div><ul><li>Home</li><li>About us</li></ul><p>Oakfield Bakery</p><p>${LINK}</p></div></footer>`,
      `Oakfield Bakery · ${ADDRESS}`,
    ],
    [
      'an address with words for signs',
      '<p>Mail: info [at] oakfield-bakery [dot] com</p>',
      'Mail: info [at] oakfield-bakery [dot] com',
    ],
  ])('%s', (_, html, expected) => {
    expect(quote(html)).toBe(expected)
  })

  test('an address with letters beyond ASCII is quoted as written', () => {
    expect(quote('<p>Post: <a href="mailto:info@körber-bau.de">info@körber-bau.de</a></p>')).toBe(
      'Post: info@körber-bau.de',
    )
  })

  test('people in a list have their own lines only', () => {
    const person = (name: string) => {
      const email = `${name.toLowerCase()}@oakfield-bakery.com`
      return `<p>${name} Lee</p><p><a href="mailto:${email}">${email}</a></p>`
    }
    expect(quotes(`<div>${person('Ann')}${person('Max')}</div>`)).toEqual({
      'ann@oakfield-bakery.com': 'Ann Lee · ann@oakfield-bakery.com',
      'max@oakfield-bakery.com': 'Max Lee · max@oakfield-bakery.com',
    })
  })

  test('of a long paragraph the sentence is quoted', () => {
    const before = 'We bake with flour from the valley. '.repeat(12)
    const after = ' Dogs are welcome on the terrace.'.repeat(12)
    expect(quote(`<p>${before}Orders until noon go to ${LINK} please.${after}</p>`)).toBe(
      `Orders until noon go to ${ADDRESS} please.`,
    )
  })

  test('of a sentence without end the words around the address are quoted', () => {
    const text = quote(`<p>${'word '.repeat(300)}${LINK}${' tail'.repeat(300)}</p>`)!
    expect(text).toMatch(/^word.* info@oakfield-bakery\.com tail.*tail$/)
    expect(text.length).toBeLessThanOrEqual(300)
  })
})

describe('an address that visitors do not read', () => {
  test('is quoted with the text of its link', () => {
    expect(quote(`<p>${MENU}</p><a href="mailto:${ADDRESS}">Write to the baker</a>`)).toBe(
      `Write to the baker (${ADDRESS})`,
    )
  })

  test('is quoted with the card of the link', () => {
    expect(quote(`<ul><li><b>Ann Lee</b><br><a href="mailto:${ADDRESS}">Mail</a></li></ul>`)).toBe(
      `Ann Lee · Mail (${ADDRESS})`,
    )
  })

  test('has no quote without readable text', () => {
    const data = { '@type': 'Bakery', email: ADDRESS }
    expect(quote(`<p>Bread</p><script type="application/ld+json">${JSON.stringify(data)}</script>`)).toBe('')
    expect(quote(`<p>Bread</p><a href="mailto:${ADDRESS}"><img src="mail.png"></a><p>Cakes</p>`)).toBe('')
  })

  test('is quoted where it can be read, if it can', () => {
    const html = `<header><a href="mailto:${ADDRESS}">Mail</a></header><main><p>Orders: ${ADDRESS}</p></main>`
    expect(quote(html)).toBe(`Orders: ${ADDRESS}`)
  })
})
