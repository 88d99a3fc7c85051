import { expect, test } from 'vitest'
import { quoteFor } from './quote.rules.ts'

const jo = { emails: ['jo@mill.com'], phone: '+49301234567' }

test('colleagues’ addresses on a team page are left out, the asker’s own stays (BEYOND-07)', () => {
  expect(quoteFor('Ann Lee · ann.lee@mill.com · Jo Day · Jo@Mill.com · Max · max@gmail.com', jo)).toBe(
    'Ann Lee · [address left out] · Jo Day · Jo@Mill.com · Max · [address left out]',
  )
})

test.each([
  'ann [at] mill.com',
  'ann(at)mill(dot)com',
  'ann {ät} mill [punkt] com',
  'ann @ mill.com',
  'ann @ mill . com',
  'ann[@]mill.com',
  'ann at mill dot com',
  'ann AT mill DOT com',
  'ann at mill.com',
  'ann-at-mill-dot-com',
  'ann arroba mill punto com',
  'ann@NOSPAM.mill.com',
  'moc.llim@nna',
  'jürgen@mill.com',
])('%s, a spelling that pages use, is left out as well', (written) => {
  expect(quoteFor(`Jo Day · jo@mill.com · Ann: ${written} · Sales`, jo)).toBe(
    'Jo Day · jo@mill.com · Ann: [address left out] · Sales',
  )
})

test.each(['jo [at] mill [dot] com', 'jo(at)mill.com', 'jo @ mill.com', 'jo at mill dot com'])(
  'the asker’s own address stays in the page’s spelling: %s',
  (written) => {
    expect(quoteFor(`Write to ${written} · Thanks`, jo)).toBe(`Write to ${written} · Thanks`)
  },
)

test.each(['ill.com@ann', 'ann@mi', 'ann [at] mi', 'ann (at) mill (do'])(
  'an address cut off by the end of the snippet is left out: %s',
  (cut) => {
    expect(quoteFor(`jo@mill.com · ${cut}`, jo)).toBe('jo@mill.com · [address left out]')
  },
)

test('an address that contains the asker’s is another address', () => {
  expect(quoteFor('big-jo@mill.com, jo@mill.com.au, jo@mill.com', jo)).toBe(
    '[address left out], [address left out], jo@mill.com',
  )
})

test('other people’s numbers are left out, the asker’s own stays in every spelling', () => {
  expect(quoteFor('Ann: +49 30 765 43 21 · Jo: 030 / 123 45 67 · Max, Tel. 765 43', jo)).toBe(
    'Ann: [number left out] · Jo: 030 / 123 45 67 · Max, Tel. [number left out]',
  )
  expect(quoteFor('Jo: +49 (0)30 1234567 · jo@mill.com · Ann (030) 76543', jo)).toBe(
    'Jo: +49 (0)30 1234567 · jo@mill.com · Ann [number left out]',
  )
  expect(quoteFor('jo@mill.com · 0301234567', { ...jo, phone: null })).toBe('jo@mill.com · [number left out]')
})

test('other words stay unchanged', () => {
  const text =
    'Meet us @ noon on 12.03.2026, 9.00–17.30, at the mill · since 1996-2024 · 50667 Köln (Altstadt) · @millbakery · jo@mill.com'
  expect(quoteFor(text, jo)).toBe(text)
})

test('a snippet of punctuation only is read to its end', () => {
  const text = `${'a@'.repeat(5000)}${'1 '.repeat(5000)}${'[at] '.repeat(2000)}`
  expect(quoteFor(text, jo)).not.toContain('a@')
})
