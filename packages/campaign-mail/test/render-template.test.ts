import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPlaceholder, renderTemplate } from '../src/campaign-mail.ts'

const names = ['businessName', 'firstName', 'lastName', 'title', 'city']

const asText = (template: string, values: Record<string, string | null | undefined> = {}) =>
  renderTemplate(template, values, { escape: 'text', names })

describe('templates', () => {
  test('the business name and all other placeholders are filled in (WRITE-17)', () => {
    const values = Object.fromEntries(names.map((name) => [name, name.toUpperCase()]))
    const template = names.map((name) => `{{${name}}} {{ ${name} }}`).join(' ')
    const filled = asText(template, values)
    expect(filled.text).toBe(names.map((name) => `${name.toUpperCase()} ${name.toUpperCase()}`).join(' '))
    expect([filled.missing, filled.unknown, filled.used_fallbacks]).toEqual([[], [], []])
  })

  test('a fallback replaces a value that is missing, null or blank (WRITE-18)', () => {
    for (const firstName of [undefined, null, '', '  \n']) {
      const filled = asText('Hi {{firstName|there}}!', { firstName })
      expect(filled).toEqual({ text: 'Hi there!', missing: [], unknown: [], used_fallbacks: ['firstName'] })
    }
    expect(asText('Hi {{firstName|there}}!', { firstName: 'Bo' }).text).toBe('Hi Bo!')
    expect(asText('Hi{{firstName|}}!').text).toBe('Hi!')
  })

  test('a placeholder with neither value nor fallback is listed once', () => {
    expect(asText('{{city}}{{city}}{{title}}').missing).toEqual(['city', 'title'])
  })

  test('nothing empty leaves a doubled blank, or a blank before a comma', () => {
    const empty = [
      ['I found {{businessName}} while looking', 'I found while looking'],
      ['Hi {{firstName|}}, welcome', 'Hi, welcome'],
      ['We are in {{city|}}.', 'We are in.'],
      ['{{title|}} of the house', 'of the house'],
      ['One\n{{title|}} two', 'One\ntwo'],
      ['a {{city|}} {{title|}} b', 'a b'],
      ['Bonjour {{firstName|}} !', 'Bonjour !'],
    ]
    expect(empty.map(([template]) => asText(template!).text)).toEqual(empty.map(([, text]) => text))
    expect(asText('Two  blanks, {{city|town}} , stay').text).toBe('Two  blanks, town , stay')
  })

  test('unknown placeholders are listed and stay unchanged (A11, WRITE-19)', () => {
    const filled = asText('{{constructor}} {{#each}} {{firstname}} {{}} {{__proto__|x}}', {
      constructor: 'no',
    })
    expect(filled.text).toBe('{{constructor}} {{#each}} {{firstname}} {{}} {{__proto__|x}}')
    expect(filled.unknown).toEqual(['constructor', '#each', 'firstname', '', '__proto__'])
  })

  test('only the names given are filled in', () => {
    const filled = renderTemplate('{{offer}} {{city}}', { offer: '1' }, { escape: 'text', names: ['offer'] })
    expect([filled.text, filled.unknown]).toEqual(['1 {{city}}', ['city']])
  })

  test('a value is never read as a template (A11)', () => {
    expect(asText('{{businessName}}', { businessName: '{{city}}', city: 'Leeds' }).text).toBe('{{city}}')
    expect(asText('{{title}}{{city}}', { title: '{{', city: 'x}}' }).text).toBe('{{x}}')
  })

  test('values are escaped for HTML, and line breaks in them become spaces', () => {
    const values = { businessName: '<b a="1">Tom & Jerry\'s</b>\r\nBcc: x' }
    const html = renderTemplate('<p title="{{businessName}}">', values, { escape: 'html', names }).text
    expect(html).toBe('<p title="&#60;b a=&#34;1&#34;&#62;Tom &#38; Jerry&#39;s&#60;/b&#62; Bcc: x">')
    expect(asText('{{businessName}}', values).text).not.toMatch(/[\r\n]/)
  })

  test('text without placeholders stays unchanged, whatever its braces', () => {
    for (const text of ['{', '{{', '}}', '{{{', 'a {{ b', '}} {{', '{ {city} }'])
      expect(asText(text).text).toBe(text)
    expect(asText('{{ a {{city|x}}').text).toBe('{{ a x')
  })

  test('any template and values give text without known placeholders', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (around, value) => {
        const filled = asText(`${around}{{city|y}}`, { city: value })
        expect(filled.text).not.toContain('{{city|y}}')
      }),
    )
  })

  test('a megabyte of braces is fast (A11)', () => {
    for (const piece of ['{{', '}}', '{{a', '{{city}}', '{{city|', '|', '{']) {
      const template = piece.repeat(1_000_000 / piece.length)
      expect(asText(template, { city: 'x' }).text.length).toBeGreaterThan(100_000)
    }
  })

  test('the first remaining placeholder is found', () => {
    expect(findPlaceholder('Hello {{ nobody }} and {{b}}')).toBe('{{ nobody }}')
    expect(findPlaceholder('Hello {nobody} }} {{')).toBeNull()
  })
})

test('placeholders without a value can stay for a person to fill in; values are never placeholders', () => {
  const values = { firstName: 'Rita', businessName: '{{lastName}}' }
  const names = ['firstName', 'lastName', 'businessName']
  const template = '{{firstName}} {{lastName}}, {{ lastName | friend }} of {{businessName}}'
  const filled = renderTemplate(template, values, { escape: 'text', names, keepsMissing: true })
  expect(filled).toMatchObject({
    text: 'Rita {{lastName}}, friend of {{lastName}}',
    missing: ['lastName'],
    used_fallbacks: ['lastName'],
  })
})
