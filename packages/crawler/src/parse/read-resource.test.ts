import { expect, test } from 'vitest'
import { readResource } from './read-resource.ts'

const site = {
  url: 'http://www.oakfield-bakery.com/file',
  siteDomains: ['oakfield-bakery.com'],
  country: null,
  wantsFacts: false,
}

/** The smallest PDF that shows a line of text and links to an address. */
function pdf(text: string, link: string): Uint8Array {
  const stream = `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [6 0 R] >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Annot /Subtype /Link /Rect [0 0 10 10] /A << /S /URI /URI (${link}) >> >>`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 7\n0000000000 65535 f \n${table}trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`,
    'latin1',
  )
}

test('text and mail links of a PDF are read', async () => {
  const bytes = pdf('Write to dance@oakfield-bakery.com', 'mailto:lessons@oakfield-bakery.com')
  const { addresses } = await readResource({ ...site, bytes, contentType: 'application/pdf', kind: 'pdf' })
  expect(addresses.map(({ email, method }) => [email, method]).sort()).toEqual([
    ['dance@oakfield-bakery.com', 'pdf'],
    ['lessons@oakfield-bakery.com', 'pdf'],
  ])
})

test('a file that is no PDF is a failure of that file only', async () => {
  await expect(
    readResource({ ...site, bytes: Buffer.from('no pdf'), contentType: 'application/pdf', kind: 'pdf' }),
  ).rejects.toThrow()
})

test('cards of all versions are read', async () => {
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

test('a script file is read for what it writes', async () => {
  const { addresses } = await readResource({
    ...site,
    bytes: Buffer.from("document.write('info'+'@'+'oakfield-bakery.com')"),
    contentType: 'application/javascript',
    kind: 'script',
  })
  expect(addresses).toMatchObject([{ email: 'info@oakfield-bakery.com', method: 'script-file' }])
})
