import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { addressMarkup, addressScript } from './address-forms.ts'

const ADDRESS = 'ada.quill-byrne@rising-moon-bakery.example'

function markup(form: Parameters<typeof addressMarkup>[1]): string {
  return addressMarkup(ADDRESS, form, 'en').text
}

function scriptText(text: string): string {
  return text.replace(/^<script>|<\/script>$/g, '')
}

test('an address written in numeric entities reads as the address in a browser', () => {
  const decoded = markup('entities').replace(/&#(x?)([0-9a-f]+);/g, (_, hex, digits) =>
    String.fromCharCode(Number.parseInt(digits, hex ? 16 : 10)),
  )
  expect(markup('entities')).not.toContain('@')
  expect(decoded).toBe(`<a href="mailto:${ADDRESS}">${ADDRESS}</a>`)
})

test('a percent-encoded link leads to the address', () => {
  const href = /href="([^"]+)"/.exec(markup('percent'))?.[1] ?? ''
  expect(href).not.toContain('@')
  expect(decodeURIComponent(href)).toBe(`mailto:${ADDRESS}?subject=Goldwater`)
})

test('a Cloudflare code decodes to the address, each byte XORed with the first one', () => {
  const bytes = Buffer.from(/data-cfemail="([0-9a-f]+)"/.exec(markup('cloudflare'))?.[1] ?? '', 'hex')
  expect(String.fromCharCode(...bytes.subarray(1).map((byte) => byte ^ bytes[0]!))).toBe(ADDRESS)
})

test('a TYPO3 link opens the address by its page’s script', () => {
  const call = /javascript:([^"]+)"/.exec(markup('typo3'))?.[1] ?? ''
  const page = { location: { href: '' } }
  runInNewContext(`${scriptText(addressScript('typo3')?.text ?? '')}\n${call}`, page)
  expect(call).not.toContain('example')
  expect(page.location.href).toBe(`mailto:${ADDRESS}`)
})

test('a script writes the address that the markup does not show', () => {
  const written: string[] = []
  runInNewContext(scriptText(markup('script')), { document: { write: (text: string) => written.push(text) } })
  expect(markup('script')).not.toContain('@rising')
  expect(written.join('')).toBe(`<a href="mailto:${ADDRESS}">${ADDRESS}</a>`)
})

test('a button opens the address that it holds in Base64', () => {
  const page = { location: { href: '' }, atob }
  runInNewContext(/onclick="([^"]+)"/.exec(markup('base64'))?.[1]?.replaceAll('&#39;', "'") ?? '', page)
  expect(page.location.href).toBe(`mailto:${ADDRESS}`)
})

test('an address written backwards, split or interrupted reads as the address', () => {
  const text = (form: 'reversed' | 'split' | 'comments') => markup(form).replace(/<!--.*?-->|<[^>]+>/g, '')
  expect([...text('reversed')].reverse().join('')).toBe(ADDRESS)
  expect(text('split')).toBe(ADDRESS)
  expect(text('comments')).toBe(ADDRESS)
})

test('bracketed words are in the language of the page', () => {
  expect(markup('brackets')).toBe('ada.quill-byrne [at] rising-moon-bakery [dot] example')
  expect(addressMarkup('ada@morgenrot.example', 'brackets', 'fr').text).toBe(
    'ada (arobase) morgenrot (point) example',
  )
})
