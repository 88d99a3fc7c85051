import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

const DOMAIN = 'oakfield-bakery.com'

test('the document in a srcdoc frame is part of the page', () => {
  const inside = `<html><body><p>Anna Berg, Manager, Tel. +49 561 555 0162, anna@${DOMAIN}</p></body></html>`
  const html = `<iframe srcdoc="${inside.replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"></iframe>`
  expect(contactsOf(html)).toMatchObject([
    { email: `anna@${DOMAIN}`, last_name: 'Berg', title: 'Manager', phone: '+495615550162' },
  ])
})

test('unclosed and stray tags in a frame close nothing outside of it', () => {
  const html = `<p>info@oak<iframe srcdoc="</p></b></div><p>shop@${DOMAIN}<b>"></iframe>; hello@${DOMAIN}</p>`
  expect(emailsOf(html)).toEqual([`hello@${DOMAIN}`, `shop@${DOMAIN}`])
})

test('nested frames are only read a few levels deep', () => {
  const nested = (depth: number): string =>
    depth === 0
      ? `<p>info@${DOMAIN}</p>`
      : `<iframe srcdoc="${nested(depth - 1)
          .replaceAll('&', '&amp;')
          .replaceAll('"', '&quot;')}"></iframe>`
  expect(emailsOf(nested(2))).toEqual([`info@${DOMAIN}`])
  expect(emailsOf(nested(9))).toEqual([])
})

test.each(['shadowrootmode="open"', 'shadowrootmode="closed"', 'shadowroot="open"'])(
  'a declarative shadow root (%s) is read, a plain template is not',
  (mode) => {
    expect(emailsOf(`<oak-card><template ${mode}><p>Mail: shop@${DOMAIN}</p></template></oak-card>`)).toEqual(
      [`shop@${DOMAIN}`],
    )
    expect(emailsOf(`<template><p>shop@${DOMAIN}</p></template>`)).toEqual([])
  },
)
