import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'
import { rowsOf } from './streamed-state.ts'

const push = (text: string): string => `<script>self.__next_f.push([1,${JSON.stringify(text)}])</script>`

test('people in Next.js component data are read with name and title', () => {
  const row = `7:["$","$L9",null,{"team":[{"name":"Ida Kerr","role":"Owner","email":"ida@oakfield-bakery.com"}]}]\n`
  const html = `<script>(self.__next_f=self.__next_f||[]).push([0])</script>${push(`1:"$Sreact.fragment"\n2:I[45,["9"],"Team"]\n${row.slice(0, 40)}`)}${push(row.slice(40))}`
  expect(contactsOf(html)).toMatchObject([
    {
      email: 'ida@oakfield-bakery.com',
      first_name: 'Ida',
      last_name: 'Kerr',
      title: 'Owner',
      method: 'streamed-state',
    },
  ])
})

test('text rows with a length may contain line breaks, and the next row is read', () => {
  const text = 'Grüße\naus: der Backstube'
  const stream = `a:T${Buffer.byteLength(text).toString(16)},${text}b:["$","a",null,{"href":"mailto:shop@oakfield-bakery.com"}]\n`
  expect(rowsOf(stream)).toEqual(['["$","a",null,{"href":"mailto:shop@oakfield-bakery.com"}]'])
  expect(emailsOf(push(stream))).toEqual(['shop@oakfield-bakery.com'])
})

test('people are read from React Router’s flat list', () => {
  const list = JSON.stringify([
    { _1: 2 },
    'people',
    [3],
    { _4: 5, _6: 7, _8: 9 },
    'name',
    'Ron Vale',
    'email',
    'ron@oakfield-bakery.com',
    'position',
    'Clerk',
  ])
  const html = `<script>window.__reactRouterContext.streamController.enqueue(${JSON.stringify(list)});</script>`
  expect(contactsOf(html)[0]).toMatchObject({
    email: 'ron@oakfield-bakery.com',
    first_name: 'Ron',
    last_name: 'Vale',
    title: 'Clerk',
  })
})

test('a truncated or malformed stream is harmless', () => {
  const html = `${push('1:{"email":"a@oakfield')}${push('zz:Tffffff,x')}${push('T,:::@')}<p>info@oakfield-bakery.com</p>`
  expect(emailsOf(html)).toEqual(['info@oakfield-bakery.com'])
})
