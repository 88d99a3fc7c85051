import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('arguments are joined on the site’s own domain', () => {
  expect(emailsOf(`<a href="javascript:mail('info','oakfield-bakery','com')">x</a>`)).toEqual([
    'info@oakfield-bakery.com',
  ])
})

test('handlers are read too, in any order; other domains are not guessed', () => {
  expect(
    emailsOf(
      `<a href="#" onclick="m('oakfield-bakery','com','shop')">x</a><a href="#" onclick="track('nav','example','org')">y</a>`,
    ),
  ).toEqual(['shop@oakfield-bakery.com'])
})
