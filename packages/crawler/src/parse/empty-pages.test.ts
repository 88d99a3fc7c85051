import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const emptinessOf = (title: string, body: string): string | undefined =>
  readPage({
    url: 'http://www.oak.com/',
    html: `<html><head><title>${title}</title></head><body>${body}</body></html>`,
    siteDomains: ['oak.com'],
    country: null,
  }).empty

test.each([
  ['oak.com', '<p>The domain oak.com may be for sale. Sedo Domain Parking</p>'],
  ['Félicitations', '<h1>Votre domaine a bien été créé chez OVHcloud</h1>'],
  ['Dominio', '<p>Questo dominio è stato registrato da un cliente</p>'],
  ['Parking', '<p>This domain was recently registered at Namecheap.</p>'],
  ['x', '<p>Dit domein is gereserveerd voor een klant.</p>'],
  ['x', '<p>Domena oak.pl jest na sprzedaż.</p>'],
  ['x', '<p>このドメインはお名前.comで取得されています。</p>'],
  ['x', '<p>Домен oak.ru продаётся</p>'],
  ['x', '<p>Este dominio está en venta</p>'],
  ['x', '<p>Dieser Domainname wurde bei einem Anbieter registriert.</p>'],
  ['x', '<p>Domännamnet är parkerat</p>'],
  ['Domain Default page', '<p>Log in to create a website</p>'],
  ['Welcome to nginx!', '<h1>Welcome to nginx!</h1>'],
])('parked: %s %s', (title, body) => {
  expect(emptinessOf(title, body)).toBe('parked')
})

test.each([
  ['Just a moment...', '<p>Enable JavaScript and cookies to continue</p>'],
  ['', '<script src="/_Incapsula_Resource?SWJIYLWA=5"></script>'],
  ['', '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">'],
  ['Pardon Our Interruption', '<p>As you were browsing</p>'],
  ['', '<script src="https://ct.captcha-delivery.com/c.js"></script>'],
])('a bot check: %s %s', (title, body) => {
  expect(emptinessOf(title, body)).toBe('challenge')
})

test('a shop with a CAPTCHA or a seasonal break is a website', () => {
  const text = '<p>We bake bread. </p>'.repeat(100)
  expect(
    emptinessOf('Oak', `${text}<script src="https://challenges.cloudflare.com/turnstile"></script>`),
  ).toBe(undefined)
  expect(emptinessOf('Oak', `${text}<p>Our summer menu is coming soon</p>`)).toBe(undefined)
})

test('a site under construction is not parked', () => {
  expect(emptinessOf('Oak', '<h1>Diese Seite befindet sich im Aufbau</h1>')).toBe('unfinished')
})
