import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

const DOMAIN = 'oakfield-bakery.com'
const ONLY = [`info@${DOMAIN}`]

test.each([
  'class="hidden"',
  'class="d-none"',
  'class="sr-only"',
  'class="visually-hidden"',
  'class="screen-reader-text"',
  'hidden',
  'aria-hidden="true"',
  'style="display:none"',
  'style="font-size:0"',
  'style="font-size: 0px"',
  'style="position:absolute;left:-9999px"',
  'style="opacity:0"',
  'style="clip:rect(0,0,0,0);position:absolute"',
  'class="bait"',
  'class="tiny"',
  'class="step"',
  'style="font-size:1px"',
])('letters hidden by %s inside an address are not part of it', (hiding) => {
  const styles =
    '<style>.bait{position:absolute;clip-path:inset(50%)}.tiny{font-size:0}p .step,p b > span.step{display:none}</style>'
  for (const html of [
    `<p>Schreiben Sie an info@<i ${hiding}>spare</i>${DOMAIN}.</p>`,
    `<p>Mail: <b>in<span ${hiding}>x</span>fo@oakfield<span ${hiding}>remove</span>-bakery.com</b></p>`,
    `<p>Écrivez à info@${DOMAIN}<i ${hiding}>.invalid</i></p>`,
  ])
    expect([hiding, emailsOf(styles + html)]).toEqual([hiding, ONLY])
})

test.each([
  `info<span aria-hidden="true">@</span>${DOMAIN}`,
  `info@oakfield<span class="d-none d-md-inline">-bakery</span>.com`,
  `info@oakfield<span class="hidden lg:inline">-bakery</span>.com`,
  `<span style="font-size:0"><b style="font-size:16px">info@${DOMAIN}</b></span>`,
  `<span style="opacity:0;transform:scale(.8)">info@</span><span style="opacity:0;transform:scale(.8)">${DOMAIN}</span>`,
])('a character shown on some devices is kept: %s', (html) => {
  expect(emailsOf(`<p>${html}</p>`)).toEqual(ONLY)
})

test('a name for screen readers is read', () => {
  const html = `<p><a href="mailto:desk@${DOMAIN}"><span class="sr-only">Email Lucy Tran</span><svg></svg></a></p>`
  expect(contactsOf(html)).toMatchObject([{ first_name: 'Lucy', last_name: 'Tran' }])
})

test.each([
  `<section id="till" hidden>…</section><button aria-controls="till">Till</button>`,
  `<div id="till" hidden>…</div><a href="#till">Till</a>`,
  `<style>.pane{display:none}.pane.on{display:block}</style><div class="pane">…</div>`,
  `<style>#c2{display:none}#t2:checked~#c2{display:flex}</style><div id="c2">…</div>`,
  `<div role="tabpanel" hidden>…</div>`,
])('a hidden block that the page itself shows later is read: %s', (html) => {
  const card = `<h3>Till Kern</h3><p>Call +44 20 7946 0155 or write to till@${DOMAIN}</p>`
  expect(contactsOf(html.replace('…', card))).toMatchObject([
    { first_name: 'Till', last_name: 'Kern', phone: '+442079460155' },
  ])
})

test('a hidden line that nothing shows is a trap', () => {
  expect(emailsOf(`<div hidden>trap@${DOMAIN}</div><p>info@${DOMAIN}</p>`)).toEqual(ONLY)
})
