import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

const EMAIL = 'desk@oakfield-bakery.com'

test.each([
  'https://mail.google.com/mail/?view=cm&amp;to=desk@oakfield-bakery.com',
  'https://mail.google.com/mail/u/0/?fs=1&tf=cm&source=mailto&to=desk%40oakfield-bakery.com&su=Hi',
  'https://mail.google.com/mail/?extsrc=mailto&url=mailto%3Adesk%40oakfield-bakery.com%3Fsubject%3DHi',
  'https://outlook.live.com/mail/0/deeplink/compose?to=desk@oakfield-bakery.com&subject=Frage',
  'https://outlook.office.com/?path=/mail/action/compose&to=desk@oakfield-bakery.com',
  'https://compose.mail.yahoo.com/?to=desk@oakfield-bakery.com',
  'https://e.mail.ru/compose/?to=desk@oakfield-bakery.com',
  'googlegmail:///co?to=desk@oakfield-bakery.com',
  'ms-outlook://compose?to=desk@oakfield-bakery.com',
])('%s is a link to write to the business', (href) => {
  expect(emailsOf(`<p><a href="${href}">Write</a></p>`)).toEqual([EMAIL])
})

test('a button that opens a webmail is read, with the person next to it', () => {
  const html = `<div><h3>Lucy Tran</h3><p>Accountant</p><button onclick="window.open('https://mail.google.com/mail/?view=cm&to=${EMAIL}')">Gmail</button></div>`
  expect(contactsOf(html)).toMatchObject([{ email: EMAIL, last_name: 'Tran', title: 'Accountant' }])
})

test('subjects and texts of share links are not recipients', () => {
  expect(
    emailsOf(
      `<a href="https://mail.google.com/mail/?view=cm&to=&su=Read&body=From ${EMAIL}">Share</a><a href="https://oakfield-bakery.com/?to=${EMAIL}x">x</a>`,
    ),
  ).toEqual([])
})
