import { expect, test } from 'vitest'
import { splitLinks } from './linked-text.tsx'

const linksIn = (text: string) => splitLinks(text).flatMap((part) => (typeof part === 'string' ? [] : part))

test.each([
  ['See https://shop.example/a?b=c#d.', 'https://shop.example/a?b=c#d', 'shop.example'],
  ['(http://shop.example/x)', 'http://shop.example/x', 'shop.example'],
  ['<https://shop.example>', 'https://shop.example/', 'shop.example'],
  ['“https://shop.example/wiki/A_(b)”, she said', 'https://shop.example/wiki/A_(b)', 'shop.example'],
  ['HTTPS://SHOP.EXAMPLE/!', 'https://shop.example/', 'shop.example'],
  ['https://b\u0430nk.example', 'https://xn--bnk-6cd.example/', 'xn--bnk-6cd.example'],
  ['mailto:ada@shop.example?bcc=spy@evil.example', 'mailto:ada@shop.example', 'shop.example'],
  ['tel:+44-1632-960114', 'tel:+441632960114', null],
])('of %o the link leads to %s (INBOX-41)', (text, href, host) => {
  expect(linksIn(text)).toMatchObject([{ href, host, isMisleading: false }])
})

test('a name before the host doesn’t hide where a link leads (INBOX-41)', () => {
  expect(linksIn('https://bank.example:login@evil.example/x')).toEqual([
    {
      text: 'https://bank.example:login@evil.example/x',
      href: 'https://evil.example/x',
      host: 'evil.example',
      isMisleading: true,
    },
  ])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'http://',
  'mailto:',
  'mailto:a@b@c',
  'tel:premium',
  'shop.example and ada@shop.example',
  'xhttps://shop.example',
])('%o is text', (text) => {
  expect(splitLinks(text)).toEqual([text])
})

test('a link ends before characters that turn the direction of text (INBOX-41)', () => {
  expect(linksIn('https://evil.example/\u202egpj.exe')).toMatchObject([{ text: 'https://evil.example/' }])
})

test('nothing of a text is lost, and long ones are split quickly', () => {
  const text = `a ${'https://x.example/)))) '.repeat(2000)}${'https://y.example/'.padEnd(50_000, ')')}`
  const joined = splitLinks(text).map((part) => (typeof part === 'string' ? part : part.text))
  expect(joined.join('')).toBe(text)
})
