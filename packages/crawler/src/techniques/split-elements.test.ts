import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

test('an address in three elements is joined', () => {
  expect(methodsOf('<p><b>info</b><i>@</i><b>oakfield-bakery.com</b></p>')).toEqual({
    'info@oakfield-bakery.com': 'split-elements',
  })
})

test('pieces of local part and domain are joined, neighbours are not', () => {
  const html =
    '<p>E-Mail <span>info</span>@<span>oakfield-bakery</span>.<span>com</span> <span>Tel 12</span></p><p>E-Mail<span>shop@oakfield-bakery.com</span><span>Fax</span></p>'
  expect(emailsOf(html)).toEqual(['info@oakfield-bakery.com', 'shop@oakfield-bakery.com'])
})

test('table cells and lines are not joined', () => {
  expect(
    emailsOf(
      '<table><tr><td>info</td><td>@</td><td>oakfield-bakery.com</td></tr></table><p>a<br>@oakfield-bakery.com</p>',
    ),
  ).toEqual([])
})

test('a domain that continues in the next element is read to its end', () => {
  expect(emailsOf('<p>info@mill.co<b>.uk</b></p>', 'http://www.mill.co.uk/')).toEqual(['info@mill.co.uk'])
})
