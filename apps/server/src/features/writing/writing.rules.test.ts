import { cleanHtml } from '@goldpan/campaign-mail/clean-html'
import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import { listLinks } from '@goldpan/campaign-mail/rewrite-links'
import { findMissing } from '@goldpan/contract/missing-values'
import {
  findBrokenPlaceholder,
  findUnknownPlaceholders,
  placeholders,
  templateForm,
} from '@goldpan/contract/writing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTemplate } from './checks.rules.ts'
import { countMissing } from './emails.rules.ts'
import {
  type Facts,
  prepareTemplate,
  previewFooter,
  renderBody,
  renderEmail,
  toHtml,
  toWebsite,
} from './writing.rules.ts'

const facts: Facts = {
  businessName: 'Pan & Co',
  firstName: 'Ada',
  lastName: 'Pan',
  title: 'Owner',
  city: 'Goldwater',
  website: 'https://pan.example',
  trade: 'bakeries',
  senderName: 'Sam Sender',
}
const nothing = Object.fromEntries(Object.keys(facts).map((name) => [name, null])) as unknown as Facts
const render = (body: string, given: Partial<Facts> = {}, subject = 'S') =>
  renderEmail(prepareTemplate(subject, body), { ...facts, ...given })

test('a line never breaks between a number and its %, and the text part stays as it was written', () => {
  const html = toHtml('Until May 10 % cheaper, see [5 % more](https://a.example/?a=5%25 %)')
  expect(html).toContain('10\u00a0% cheaper')
  expect(html).toContain('>5\u00a0% more</a>')
  expect(toHtml('<a title="5 % off" href="https://a.example">It</a>')).not.toContain('\u00a0')
  expect(htmlToText(toHtml('Until May 10 % cheaper'))).toBe('Until May 10 % cheaper')
})

test('the placeholders are the business, first and last name, title, city, website, trade and sender (WRITE-17)', () => {
  expect(placeholders.map(({ name }) => name)).toEqual(Object.keys(facts))
  const body = placeholders.map(({ name }) => `{{${name}}}`).join(' ')
  expect(render(body).content).toBe(
    '<p>Pan &#38; Co Ada Pan Owner Goldwater https://pan.example bakeries Sam Sender</p>',
  )
})

test('a placeholder without a value reads its fallback, and without one nothing (WRITE-18)', () => {
  const { content, missing, used_fallbacks } = render('Hi {{firstName|there}}, {{city}}!', nothing)
  expect(content).toBe('<p>Hi there, !</p>')
  expect([missing, used_fallbacks]).toEqual([['city'], ['firstName']])
})

test('a business without a name counts as missing, like any other value', () => {
  expect(render('To {{businessName}}', nothing)).toMatchObject({
    content: '<p>To </p>',
    missing: ['businessName'],
  })
  expect(render('To {{businessName|you}}', nothing).content).toBe('<p>To you</p>')
})

test('paragraphs split on blank lines and lines break at newlines (WRITE-16)', () => {
  expect(toHtml('One\r\nline\n\n \nTwo\n')).toBe('<p>One<br />line</p>\n<p>Two</p>')
})

test('a link of the editor becomes a link, whatever its address is written like', () => {
  expect(toHtml('[our page](https://a.example/?a=1&b=2)')).toBe(
    '<p><a href="https://a.example/?a=1&amp;b=2">our page</a></p>',
  )
  expect(toHtml('[us](www.a.example)')).toContain('href="https://www.a.example"')
  expect(render('[your site]({{website}})').content).toContain('href="https://pan.example"')
})

test('values in the address of a link are percent-encoded, in the e-mail and in its text to edit', () => {
  const given = { businessName: 'Reed & Sons #2', firstName: null }
  const body = '[you](https://x.example/?n={{businessName}}&f={{firstName|my friend}})'
  const { content, used_fallbacks } = render(body, given)
  expect(content).toBe(
    '<p><a href="https://x.example/?n=Reed%20%26%20Sons%20%232&#38;f=my%20friend">you</a></p>',
  )
  expect(used_fallbacks).toEqual(['firstName'])
  expect(htmlToText(content)).toBe('you (https://x.example/?n=Reed%20%26%20Sons%20%232&f=my%20friend)')
  const edited = renderBody(body, { ...facts, ...given })
  expect(edited).toBe('[you](https://x.example/?n=Reed%20%26%20Sons%20%232&f=my%20friend)')
  expect(render(edited).content.replaceAll('&amp;', '&#38;')).toBe(content)
})

test.each(['a) b', '(', '"><b>', '{{senderName}}', "it's", '\ud800'])(
  'the value %j of a link stays within it',
  (firstName) => {
    const body =
      '[you](https://x.example/?f={{firstName}}) and <a href="https://x.example/{{firstName}}">so</a>'
    const { content } = render(body, { firstName })
    const encoded = encodeURIComponent(firstName.toWellFormed()).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16)}`,
    )
    expect(content).toBe(
      `<p><a href="https://x.example/?f=${encoded}">you</a> and <a href="https://x.example/${encoded}">so</a></p>`,
    )
    expect(render(renderBody(body, { ...facts, firstName })).content).toBe(content)
  },
)

test('a link to the website leads to the site, and is no link for somebody without one', () => {
  const body = '[your site]({{website}})'
  const read = (website: string | null) => [
    render(body, { website }).content,
    renderBody(body, { ...facts, website }),
  ]
  expect(read('pan.example/a?b={{x}}')).toEqual([
    '<p><a href="https://pan.example/a?b=%7b%7bx%7d%7d">your site</a></p>',
    '[your site](https://pan.example/a?b=%7b%7bx%7d%7d)',
  ])
  expect(read(null)).toEqual(['<p><a>your site</a></p>', 'your site'])
  expect(render('[your site]({{website|pan.example}})', { website: null }).content).toContain(
    'href="https://pan.example"',
  )
})

test.each([
  ['[map](https://x.example/a_(b))', 'https://x.example/a_(b)', 'map'],
  ['[list](https://x.example/price list)', 'https://x.example/price%20list', 'list'],
  ['<a href="www.x.example/price list">list</a>', 'https://www.x.example/price%20list', 'list'],
])('%s is the same link in the preview, in the text part and behind a counted click', (body, url, words) => {
  const { content } = render(body)
  expect(content).toBe(`<p><a href="${url}">${words}</a></p>`)
  expect(htmlToText(content)).toBe(`${words} (${url})`)
  expect(listLinks(cleanHtml(content, true))).toEqual([url])
})

test.each(['javascript:alert(1)', '{{firstName}}', 'data:text/html,x', '{{website|javascript:alert(1)}}'])(
  'a link to %s leads nowhere',
  (url) => expect(toHtml(`[x](${url})`)).not.toContain('href'),
)

test('facts are data: neither HTML nor placeholders nor header lines come out of them', () => {
  const hostile = '{{senderName}}<script>alert(1)</script>"\r\nBcc: all@victim.example\u2028'
  const { subject, content } = render(
    '<b>{{businessName}}</b>',
    { businessName: hostile },
    '{{businessName}}',
  )
  expect(content).not.toMatch(/<script|Sam Sender/)
  expect(subject).not.toMatch(/[\r\n\u2028]|Sam Sender/)
})

test('whatever the facts are, they open no tag, attribute or placeholder', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '{{',
    '}}',
    'firstName',
    '<script>',
    '&',
    '\n',
    '\u2028',
    'a',
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, text, (businessName, firstName) => {
      const body = 'A <a href="https://a.example/{{businessName}}">{{firstName}}</a> z'
      const { content } = render(body, { businessName, firstName })
      expect(content.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?(p|a)( href="[^"<>]*")?>$/.test(tag))).toEqual(
        [],
      )
    }),
  )
})

test('a template keeps its words through any HTML that is typed into it', () => {
  expect(toHtml('Price < 50 & more <script>alert(1)</script>')).toBe('<p>Price &lt; 50 &amp; more</p>')
})

test('the text to edit by hand says the same as the e-mail', () => {
  expect(renderBody('Hi {{firstName|there}},\n\n[us](https://a.example)', facts)).toBe(
    'Hi Ada,\n\n[us](https://a.example)',
  )
})

test('a website that is no web address is left out', () => {
  expect(toWebsite('javascript:alert(1)')).toBeNull()
  expect(toWebsite('pan.example')).toBe('pan.example')
  expect(toWebsite(null)).toBeNull()
})

const footed = {
  address: 'a@b.example',
  senderName: '<Sam>',
  postal_address: 'Lane & Sons\nTown',
  register_line: null,
  privacy_url: null,
}

test('the footer says to whom, by whom, from where and how to leave', () => {
  const footer = previewFooter({ ...footed, language: null })
  expect(footer).toContain('This message was sent to a@b.example by &#60;Sam&#62;.')
  expect(footer).toContain('Lane &#38; Sons<br />Town')
  expect(footer).toContain('Unsubscribe')
})

test('the footer shows register line and privacy link in the words of its language (IDENTITY-09)', () => {
  const more = { register_line: 'HRB 1 <Wien>', privacy_url: 'https://pans.example/?a=1&b="' }
  expect(previewFooter({ ...footed, ...more, language: 'de' })).toContain(
    'Town<br />HRB 1 &#60;Wien&#62;<br /><a href="https://pans.example/?a=1&#38;b=&#34;">Datenschutz</a><br /><u>Abmelden</u>',
  )
})

test.each([
  ['de', 'Diese Nachricht wurde von', 'Abmelden'],
  ['fr', 'Ce message a été envoyé à', 'Se désinscrire'],
  ['it', 'Questo messaggio è stato inviato a', 'Annulla iscrizione'],
  ['es', 'Este mensaje fue enviado a', 'Darse de baja'],
])('the footer of a message in %s speaks its language', (language, reason, unsubscribe) => {
  const footer = previewFooter({ ...footed, language })
  expect(footer).toContain(reason)
  expect(footer).toContain(`<u>${unsubscribe}</u>`)
  expect(footer).toContain('&#60;Sam&#62;')
  expect(footer).not.toMatch(/\{|Unsubscribe/)
})

const check = (body: string, subject = 'Ovens') =>
  checkTemplate({ subject, body, note: null }, (text) => text.match(/act now/g) ?? [])
const find = (findings: ReturnType<typeof check>, kind: string) =>
  findings.find((finding) => finding.kind === kind)

test('an unknown placeholder is an error with its name (WRITE-19)', () => {
  expect(findUnknownPlaceholders('{{businessName}} {{busnessName}} {{ x | y }}')).toEqual([
    'busnessName',
    'x',
  ])
  expect(check('{{businessName}} {{busnessName}}')[0]).toMatchObject({
    level: 'error',
    sentence: 'Unknown placeholder: {{busnessName}}',
  })
})

test.each([
  ['{{businessName}} {{firstName|{{lastName}}}}', '{{firstName|…}}'],
  ['{{businessName}} {{firstName', '{{firstName'],
  ['{{businessName}} firstName}}', '… firstName}}'],
  ['{{businessName}} {{{{city}}}}', '{{…}}'],
])('%s is an error: a placeholder stands for one value and is closed', (body, broken) => {
  expect(check(body)[0]?.level).toBe('error')
  const found = findBrokenPlaceholder(body)
  expect(broken).toContain(found)
  expect(templateForm.safeParse({ subject: 'S', body }).error?.issues[0]?.message).toContain(
    'A placeholder is not closed or is inside another',
  )
})

test('a template that does not name the business is an error (WRITE-08)', () => {
  expect(check('Hello')[0]).toMatchObject({
    level: 'error',
    sentence: 'Template must include {{businessName}} placeholder',
  })
})

test('who has no value for a placeholder is named, with what is read instead', () => {
  const missing = countMissing([
    { name: 'Ada', facts },
    { name: 'shop@x.example', facts: nothing },
  ])
  expect(findMissing('{{businessName}} {{firstName|there}}', missing)).toMatchObject([
    { kind: 'no_value', level: 'hint', recipients: ['shop@x.example'] },
    {
      sentence: "1 recipient has no value for {{firstName}}: they read 'there' instead.",
      recipients: ['shop@x.example'],
    },
  ])
  expect(findMissing('{{city}} {{trade|}}', missing).map(({ sentence }) => sentence)).toEqual([
    '1 recipient has no value for {{city}}: it is left out. Add the value, or a fallback such as {{city|…}}.',
    '1 recipient has no value for {{trade}}: it is left out.',
  ])
  expect(findMissing('{{city}}', countMissing([{ name: 'Ada', facts }]))).toEqual([])
  const many = Array.from({ length: 12 }, (_, at) => ({ name: `Person ${at}`, facts: nothing }))
  expect(countMissing(many)[0]).toMatchObject({ name: 'businessName', count: 12 })
  expect(countMissing(many)[0]?.recipients).toHaveLength(10)
})

test.each([
  '[map](htp://x.example)',
  '[map](https://x.example/a_(b)',
  '<a href="/prices">map</a>',
  '[x]({{firstName}})',
])('the link %s leads nowhere, and the check says so', (link) => {
  const [found] = check(`{{businessName}} ${link}`).filter(({ kind }) => kind === 'links')
  expect(found?.level).toBe('hint')
  expect(found?.sentence).toMatch(/^This link leads nowhere: /)
})

test('spam words, length, links and a long subject are hints that never block', () => {
  const findings = check(
    `{{businessName}} act now https://a.example [b](https://b.example) <a href="https://c.example">c</a> ${'word '.repeat(220)}`,
    'x'.repeat(70),
  )
  for (const kind of ['spam_words', 'length', 'links', 'subject_length'])
    expect(find(findings, kind)?.level).toBe('hint')
  expect(find(findings, 'links')?.sentence).toMatch(/^3 links/)
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
})
