import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inertHeaders, toInertHtml } from '../src/inert-html.ts'
import { hostileHtml, PIXEL_URL } from './hostile-html.ts'

const REMOTE = 'http://remote.example'
const VECTORS = hostileHtml(REMOTE)
const NAMED = VECTORS.map((html) => [JSON.stringify(html.slice(0, 100)), html] as const)
const cid = (id: string) => (id === 'pixel' ? PIXEL_URL : null)
const inert = (html: string, pictures = false) => toInertHtml(html, { pictures, cid })

const HEAD =
  /^<!doctype html><html><head><meta charset="utf-8"><title>Message<\/title><style>[^<]*<\/style><\/head><body>/
const bodyOf = (document: string): string => {
  expect(document).toMatch(HEAD)
  expect(document).toMatch(/<\/body><\/html>$/)
  return document.replace(HEAD, '').replace(/<\/body><\/html>$/, '')
}
const shown = (html: string, pictures = false) => bodyOf(inert(html, pictures).html)

const ELEMENTS = new Set(
  `p br hr div span a b strong i em u s small sub sup blockquote pre code h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table
   caption thead tbody tfoot tr th td img figure figcaption center font`.split(/\s+/),
)
const ATTRIBUTES = new Set(
  `align alt bgcolor border cellpadding cellspacing color colspan data-link-host dir face height href lang referrerpolicy
   rel role rowspan scope size src start style target type valign width`.split(/\s+/),
)

/** What an output holds that it must not, read by its own strict grammar: quoted attributes, escaped text. */
function faultsOf(body: string, pictures: boolean): string[] {
  const faults: string[] = []
  const text = body.replace(
    /<\/?([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>/g,
    (_, name, given) => {
      if (!ELEMENTS.has(name)) faults.push(`element ${name}`)
      for (const [, attribute = '', value = ''] of given.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g))
        faults.push(...faultOf(attribute, value, pictures))
      return ''
    },
  )
  if (/[<>]/.test(text)) faults.push(`markup in ${text.slice(0, 200)}`)
  return faults
}

function faultOf(name: string, value: string, pictures: boolean): string[] {
  if (!ATTRIBUTES.has(name)) return [`attribute ${name}`]
  if (name === 'href') return /^(?:https?:\/\/|mailto:|tel:)/.test(value) ? [] : [`href ${value}`]
  if (name === 'style')
    return /[()\\/@<>]|position|url/.test(value.replace(/rgba?\([\d\s.,%]+\)/g, '')) ? [value] : []
  if (name !== 'src') return []
  const isShown = /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(value)
  return isShown || (pictures && /^https?:\/\//.test(value)) ? [] : [`src ${value}`]
}

describe('formatted mail', () => {
  test('the corpus has more than 300 hostile messages', () => {
    expect(new Set(VECTORS).size).toBe(VECTORS.length)
    expect(VECTORS.length).toBeGreaterThan(300)
  })

  test.each(NAMED)('%s can’t act (INBOX-39, INBOX-40)', (_name, html) => {
    for (const pictures of [false, true]) expect(faultsOf(shown(html, pictures), pictures)).toEqual([])
    if (/^<(?:p|font|td|body)[^>]* style=|^<(?:style|svg|link|video|audio|input)/.test(html))
      expect(shown(html, true)).not.toContain('remote.example')
  })

  test.each(NAMED)('%s stays the same when it is cleaned again (INBOX-39)', (_name, html) => {
    const once = shown(html)
    expect(shown(once)).toBe(once)
  })

  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...VECTORS) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        ...`<p> </p> <a\u00a0href="https://a.example"> </a> <table> <tr> <td> </table> <svg> </svg> <math> <mtext> <mglyph>
            <style> </style> <title> </title> <textarea> </textarea> <noscript> </noscript> <!-- --> --!> <![CDATA[ ]]> "
            ' < > = / & &lt; &gt; &quot; &#x3c; <img src=x onerror=alert(1) style=" style=' url( ) \\75 rl( ; } { /* */ @import
            <select> <option> <template> <form> <xmp> <plaintext> <font <b <i> </b> <script> </script> \0 \u202e \ufeff
            http://remote.example/a.png javascript: data:text/html, <body <div data-link-host=shown <span> </span>`
          .split(/\s+/)
          .filter(Boolean)
          .map((token) => token.replaceAll('\u00a0', ' ')),
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    { weight: 2, arbitrary: fc.constantFrom(' ', '\n', '\t') },
  )
  const anyHtml = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

  test('no mixture of hostile pieces acts, and cleaning it again changes nothing (INBOX-39, INBOX-40)', () => {
    fc.assert(
      fc.property(anyHtml, fc.boolean(), (html, pictures) => {
        const once = shown(html, pictures)
        expect(faultsOf(once, pictures)).toEqual([])
        expect(shown(once, pictures)).toBe(once)
      }),
      { numRuns: 2_000 },
    )
  })

  test('what people write stays: paragraphs, lists, tables, quotations, colours', () => {
    const html =
      '<p style="color:#036">Dear Ann,</p><ul><li><b>90 EUR</b> per visit</li></ul><blockquote>Hello</blockquote><table border="1"><tr><td bgcolor="#eee" colspan="2">Monday</td></tr></table>'
    expect(shown(html)).toBe(html)
  })

  test('styles that hide text, or move it over other text, are removed', () => {
    expect(shown('<p>a<span style="display:none">hidden</span>b</p>')).toBe('<p>ab</p>')
    expect(
      shown(
        '<p style="position:fixed;margin:-4px;white-space:nowrap;font-family:Arial, sans-serif!important">x</p>',
      ),
    ).toBe('<p style="font-family:Arial, sans-serif">x</p>')
  })

  test('bidirectional and control characters are removed, as characters and as entities (INBOX-41)', () => {
    expect(shown('<p>in\u202evoice&#8238;&#x2067;\u0007 &#8207;x\u200b</p>')).toBe('<p>invoice x</p>')
  })

  test('mail of more than 300,000 characters is cut, and says so', () => {
    expect(shown('<p>hi</p>'.repeat(60_000))).toMatch(
      /<p>hi<\/p>.{0,10}<p><em>The rest of this message is too long to show/,
    )
    expect(shown('<p>hi</p>')).toBe('<p>hi</p>')
  })

  test('a background of the whole message stays behind it', () => {
    expect(shown('<body bgcolor="#123456" style="color:white">x</body>')).toBe(
      '<div style="background-color:#123456;color:white">x</div>',
    )
  })
})

describe('pictures', () => {
  const html = `<img src="${REMOTE}/a.png" alt="Logo" width="20" srcset="${REMOTE}/b.png 2x">`

  test('remote ones are left out, and counted, until they are asked for (INBOX-40)', () => {
    expect(inert(html)).toEqual({
      html: expect.stringContaining('<body><img alt="Logo" width="20" /></body>'),
      hasRemotePictures: true,
    })
    expect(inert('<p>none</p>').hasRemotePictures).toBe(false)
  })

  test('asked for, they load without a referrer, in one size (INBOX-40)', () => {
    expect(shown(html, true)).toBe(
      `<img src="${REMOTE}/a.png" referrerpolicy="no-referrer" alt="Logo" width="20" />`,
    )
  })

  test('attached ones show at once, if they are pictures (INBOX-40)', () => {
    expect(shown('<img src="cid:pixel">')).toContain(`src="${PIXEL_URL}"`)
    expect(shown('<img src="CID:%70ixel">')).toContain(`src="${PIXEL_URL}"`)
    expect(shown('<img src="cid:other">')).toBe('<img alt="" />')
    const asSvg = toInertHtml('<img src="cid:x">', {
      pictures: true,
      cid: () => 'data:image/svg+xml;base64,PHN2Zy8+',
    })
    expect(bodyOf(asSvg.html)).toBe('<img alt="" />')
  })

  test('one picture shown thousands of times doesn’t make a page of gigabytes', () => {
    const large = `data:image/png;base64,${Buffer.from(PIXEL_URL.slice(22), 'base64').toString('base64').slice(0, 80)}${'A'.repeat(1_000_000)}`
    const { html: page } = toInertHtml('<img src=cid:a>'.repeat(20_000), {
      pictures: false,
      cid: () => large,
    })
    expect(page.length).toBeLessThan(16_000_000)
    expect(page.split('base64').length).toBeGreaterThan(10)
  })
})

describe('links', () => {
  const markOf = (href: string, text: string) =>
    /<span data-link-host="\w+"> (.*?)<\/span>/.exec(shown(`<a href="${href}">${text}</a>`))?.[1] ?? null

  test.each([
    ['https://evil.example/pay?x=1', 'Invoice', '(evil.example)'],
    ['HTTP://EVIL.example:8080', 'Invoice', '(evil.example)'],
    ['https://shop.example/x', 'shop.example', '(shop.example)'],
    ['https://shop.example/x', 'https://shop.example/x?to=other.example', '(shop.example)'],
    ['https://www.shop.example', 'Shop.Example', '(www.shop.example)'],
    ['https://shop.example', 'www.shop.example/path', '(shop.example)'],
    ['https://click.shop.example/1', 'shop.example', '(click.shop.example)'],
    ['https://shop.example', 'See Node.js 24.1.0 and report.pdf', '(shop.example)'],
    ['https://müller.de', 'müller.de', '(xn--mller-kva.de)'],
    ['mailto:joe.ng@shop.example', 'joe.ng@shop.example', '(shop.example)'],
    ['mailto:a@shop.example,b@two.example', 'Write to us', '(shop.example, two.example)'],
    ['tel:+49 30 123456', '+49 (0)30 123456', '(+4930123456)'],
    ['https://127.0.0.1/x', '127.0.0.1', '(127.0.0.1)'],
    ['https://2130706433/', 'Router', '(127.0.0.1)'],
    ['https://shop.example', '<img src="cid:pixel" alt="Our shop">', '(shop.example)'],
  ])('%s on %j says %s (INBOX-41)', (href, text, mark) => expect(markOf(href, text)).toBe(mark))

  test.each([
    ['https://evil.example', 'bank.example'],
    ['https://evil.example', 'www.bank.example'],
    ['https://evil.example', 'Bank.Example/login?x=1#y'],
    ['https://evil.example', 'https://bank.example/login'],
    ['https://evil.example', 'https:bank.example'],
    ['https://evil.example', 'HTTP:\\\\bank.example'],
    ['https://evil.example', 'Log in at bank.com, please'],
    ['https://evil.example', '(bank.co.uk)'],
    ['https://evil.example', 'b<b>ank</b>.<i>exa</i>mple'],
    ['https://evil.example', 'bank&period;example'],
    ['https://evil.example', 'b\u200bank.\u00adexample'],
    ['https://evil.example', '\u202ebank.example'],
    ['https://evil.example', 'ｂａｎｋ．ｅｘａｍｐｌｅ'],
    ['https://evil.example', 'bank。example'],
    ['https://evil.example', 'bank․example'],
    ['https://evil.example', 'bücher.example'],
    ['https://evil.example', 'банк.рф'],
    ['https://evil.example', '银行.中国'],
    ['https://evil.example', 'joe@bank.example'],
    ['https://evil.example', '8.8.8.8'],
    ['https://evil.example', 'http://intranet/'],
    ['https://evil.example', '<img alt="bank.example">'],
    ['https://evil.example', '→/bank.example'],
    ['https://evil.example', '<div>Visit</div><div>bank.example</div>'],
    ['https://evil.example', 'bank.example via evil.example'],
    ['https://bank.example@evil.example', 'https://bank.example@evil.example'],
    ['https://bank.example:x@evil.example', 'bank.example'],
    ['https://bank.example%2f@evil.example', 'bank.example'],
    ['https:\\\\evil.example\\bank.example', 'bank.example'],
    ['https://evil.example/https://bank.example', 'bank.example'],
    ['https://bank.example.evil.example', 'bank.example'],
    ['https://evil.example/?bank.example', 'www.bank.example'],
    ['https://evil.github.io', 'github.io'],
    ['https://evil.github.io', 'alice.github.io'],
    ['https://b\u0430nk.example', 'bank.example'],
    ['https://bank.example', 'b\u0430nk.example'],
    ['https://xn--bnk-6cd.example', 'bank.example'],
    ['https://shop.example', 'login.shop.example'],
    ['mailto:joe@evil.example', 'joe@bank.example'],
    ['mailto:a@bank.example,b@evil.example', 'a@bank.example'],
    ['mailto:bank.example@evil.example', 'https://bank.example'],
    ['tel:+1900555000', 'Call bank.example'],
    ['tel:+1900555000', '+49 30 123456'],
  ])('%s on %j is warned of (INBOX-41)', (href, text) =>
    expect(markOf(href, text)).toMatch(/^Careful: leads to /),
  )

  test('a warning names the host that the browser goes to, in punycode (INBOX-41)', () => {
    expect(markOf('https://bank.example@evil.example', 'bank.example')).toBe('Careful: leads to evil.example')
    expect(markOf('https://b\u0430nk.com', 'bank.com')).toBe('Careful: leads to xn--bnk-6cd.com')
  })

  test('links open in a new tab without opener and referrer, without a password in them (INBOX-41)', () => {
    expect(
      shown(
        '<a href="https://u:p@shop.example/a b?c" target="_top" onclick="x" title="bank.example">Shop</a>',
      ),
    ).toBe(
      '<a href="https://shop.example/a%20b?c" target="_blank" rel="noopener noreferrer">Shop</a><span data-link-host="shown"> (shop.example)</span>',
    )
  })

  test('mail links keep subject and body, and add no hidden recipients', () => {
    expect(
      shown('<a href="mailto:a@shop.example?bcc=spy@evil.example&subject=Hi%20Bo&attach=/x&body=b">x</a>'),
    ).toContain('href="mailto:a@shop.example?subject=Hi%20Bo&amp;body=b"')
  })

  test('a mark of the sender is removed, ours stays next to its link (INBOX-41)', () => {
    expect(
      shown('<a href="https://evil.example">x<span data-link-host="shown">(bank.example)</span></a>'),
    ).toMatch(/>x<\/a><span data-link-host="shown"> \(evil\.example\)<\/span>$/)
  })

  test('a link within a link is its text, and warned of (INBOX-41)', () => {
    expect(
      shown('<a href="https://a.example">one <a href="https://b.example">b.example</a></a>').replace(
        / (?:target|rel)="[^"]*"/g,
        '',
      ),
    ).toBe(
      '<a href="https://a.example/">one <span>b.example</span></a><span data-link-host="other"> Careful: leads to a.example</span>',
    )
  })
})

test('the policy of the frame allows style attributes and pictures, nothing else (INBOX-39)', () => {
  const policy = (pictures: boolean) => inertHeaders(pictures)['content-security-policy']
  expect(policy(false)).toBe(
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  )
  expect(policy(true)).toBe(policy(false)?.replace('img-src data:', 'img-src data: https: http:'))
})

test.each(['<div>', '<div></x>', '<p>hi', '<p style="a{">', '&', '<a href="https://a.example/">a.b </a>'])(
  '2 MB of %s take no longer than half a megabyte of it (INBOX-39)',
  (piece) => {
    const before = process.threadCpuUsage()
    const { html } = inert(piece.repeat(2_000_000 / piece.length))
    const { user, system } = process.threadCpuUsage(before)
    expect(html.length).toBeLessThan(4_000_000)
    expect((user + system) / 1000).toBeLessThan(1_500)
  },
)
