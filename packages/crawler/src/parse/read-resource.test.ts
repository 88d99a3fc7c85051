import { expect, test } from 'vitest'
import { pdf } from '../../test/pdf.ts'
import { readResource } from './read-resource.ts'

const site = {
  url: 'http://www.oakfield-bakery.com/file',
  siteDomains: ['oakfield-bakery.com'],
  country: null,
  wantsFacts: false,
}

test('text and mail links of a PDF are read', async () => {
  const bytes = pdf('Write to dance@oakfield-bakery.com', 'mailto:lessons@oakfield-bakery.com')
  const { addresses } = await readResource({ ...site, bytes, contentType: 'application/pdf', kind: 'pdf' })
  expect(addresses.map(({ email, method }) => [email, method]).sort()).toEqual([
    ['dance@oakfield-bakery.com', 'pdf'],
    ['lessons@oakfield-bakery.com', 'pdf'],
  ])
})

test('an invalid PDF only fails itself', async () => {
  await expect(
    readResource({ ...site, bytes: Buffer.from('no pdf'), contentType: 'application/pdf', kind: 'pdf' }),
  ).rejects.toThrow()
})

test('vCards of all versions are read', async () => {
  const card =
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Mary Roe\r\nORG:Oakfield\r\nTITLE:Head\r\n  baker\r\nTEL;TYPE=work:+1 503 555 0101\r\nitem1.EMAIL;TYPE=INTERNET:mary@oakfield-\r\n bakery.com\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Oakfield\r\nORG:Oakfield\r\nEMAIL:info@oakfield-bakery.com\r\nEND:VCARD'
  const { addresses } = await readResource({
    ...site,
    bytes: Buffer.from(card),
    contentType: 'text/vcard',
    kind: 'vcard',
  })
  expect(addresses).toMatchObject([
    {
      email: 'mary@oakfield-bakery.com',
      phone: '+15035550101',
      person: { first_name: 'Mary', last_name: 'Roe', title: 'Head baker' },
    },
    { email: 'info@oakfield-bakery.com', person: null },
  ])
})

test('plain text keeps its lines', async () => {
  const { addresses } = await readResource({
    ...site,
    bytes: Buffer.from('Contact\nMary Roe\nmary@oakfield-bakery.com\n<b>x@y.com'),
    contentType: 'text/plain',
    kind: 'page',
  })
  expect(addresses[0]).toMatchObject({ email: 'mary@oakfield-bakery.com', person: { last_name: 'Roe' } })
})

test('a script file is read for the text it writes', async () => {
  const { addresses } = await readResource({
    ...site,
    bytes: Buffer.from("document.write('info'+'@'+'oakfield-bakery.com')"),
    contentType: 'application/javascript',
    kind: 'script',
  })
  expect(addresses).toMatchObject([{ email: 'info@oakfield-bakery.com', method: 'script-file' }])
})
