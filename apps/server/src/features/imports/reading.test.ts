import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../http/csv.ts'
import { createCsvReader, findDelimiter } from './csv-rows.ts'
import { decodeText } from './encoding.ts'
import { readCsv } from './reading.ts'

async function* pieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function decode(bytes: Buffer, size = 7) {
  let encoding = ''
  let text = ''
  for await (const part of decodeText(pieces(bytes, size), (found) => (encoding = found))) text += part
  return { encoding, text }
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const windows1252 = (text: string) => Buffer.from(text, 'latin1')
const german = 'Name,Ort\r\nMüller & Söhne,Zürich\r\n'

test.each([
  ['UTF-8', Buffer.from(german)],
  ['UTF-8', Buffer.from(`\uFEFF${german}`)],
  ['UTF-16LE', Buffer.from(`\uFEFF${german}`, 'utf16le')],
  ['UTF-16LE', Buffer.from(german, 'utf16le')],
  ['UTF-16BE', utf16be(`\uFEFF${german}`)],
  ['UTF-16BE', utf16be(german)],
  ['Windows-1252', windows1252(german)],
])('a file in %s is read as what it says', async (encoding, bytes) => {
  for (const size of [1, 7, 4096, 100_000])
    expect(await decode(bytes, size)).toEqual({ encoding, text: german })
})

test('the first letter beyond ASCII decides, however far down it stands', async () => {
  const long = 'a'.repeat(200_000)
  expect(await decode(windows1252(`${long}é!`), 65_536)).toEqual({
    encoding: 'Windows-1252',
    text: `${long}é!`,
  })
  expect(await decode(Buffer.from(`${long}é!`), 65_536)).toEqual({ encoding: 'UTF-8', text: `${long}é!` })
  expect(await decode(windows1252('caf\xe9'), 4)).toEqual({ encoding: 'Windows-1252', text: 'café' })
})

test('whatever cells are written are read again, in pieces of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.integer({ min: 1, max: 9 }),
      (rows, size) => {
        const tame = rows.map((cells) => cells.map((cell) => `x${cell.replaceAll('\0', '')}`))
        const text = tame.map((cells) => csvLine(cells)).join('')
        const reader = createCsvReader(',')
        const read = []
        for (let start = 0; start < text.length; start += size)
          read.push(...reader.push(text.slice(start, start + size)))
        read.push(...reader.end())
        expect(read.map(({ cells }) => cells)).toEqual(tame)
      },
    ),
  )
})

test('semicolons, tabs and bars separate as well, and a quotation mark inside a cell is a letter', () => {
  expect(findDelimiter('"a,b";c;d\r\n1,2,3,4,5')).toBe(';')
  expect(findDelimiter('a\tb')).toBe('\t')
  expect(findDelimiter('a|b')).toBe('|')
  const reader = createCsvReader(';')
  expect(reader.push('5" pipe;"say ""hi""";\n\n;;\nx')).toEqual([
    { line: 1, cells: ['5" pipe', 'say "hi"', ''] },
  ])
  expect(reader.end()).toEqual([{ line: 4, cells: ['x'] }])
})

test('lines are those of the file, also behind cells of several lines', () => {
  const reader = createCsvReader(',')
  const records = [...reader.push('a,b\r\n"one\r\ntwo",c\r\nd,e\re,f'), ...reader.end()]
  expect(records.map(({ line }) => line)).toEqual([1, 2, 4, 5])
})

const read = (text: string) =>
  readCsv(pieces(Buffer.from(text), 50_000), { head: async () => {}, batch: async () => {} })

test.each([
  ['', 'The file is empty.'],
  ['a,b\n', 'The file has a line of headings and no rows below it.'],
  ['a,b\n"never,closed\n', 'A quotation mark that is opened in the record of line 2 is never closed.'],
  [`a\n"${'x'.repeat(100_001)}`, 'Is a quotation mark missing?'],
  [`a\n${','.repeat(300)}`, 'Line 2 has more than 200 columns.'],
  ['PK\x03\x04\x14 a spreadsheet', 'This is not a CSV file.'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'This is not a CSV file.'],
  ['a,b\n1,\x02\n', 'This is not a CSV file.'],
])('a file that is no table says where and why', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence)
})
