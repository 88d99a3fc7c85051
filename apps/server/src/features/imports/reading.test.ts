import { importEncodings } from '@goldpan/contract/imports'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { csvLine, unguard } from '../../http/csv.ts'
import { findDelimiter } from './csv-beginning.ts'
import { type CsvRecord, createCsvReader } from './csv-rows.ts'
import { decodeText, findEncoding } from './encoding.ts'
import { createEncodingGuess } from './encoding-guess.ts'
import { readCsv } from './reading.ts'

async function* pieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const german = 'Name,Ort\r\nMüller & Söhne,Zürich\r\n'

function guess(bytes: Buffer, size = 7) {
  const found = createEncodingGuess()
  for (let start = 0; start < bytes.length; start += size) found.add(bytes.subarray(start, start + size))
  return found.finish()
}

async function decodePieces(bytes: Buffer, size = 7) {
  const { encoding } = guess(bytes, size)
  let text = ''
  for await (const part of decodeText(pieces(bytes, size), encoding)) text += part
  return { encoding, text }
}

test.each([
  ['UTF-8', Buffer.from(german)],
  ['UTF-8', Buffer.from(`\uFEFF${german}`)],
  ['UTF-16LE', Buffer.from(`\uFEFF${german}`, 'utf16le')],
  ['UTF-16LE', Buffer.from(german, 'utf16le')],
  ['UTF-16BE', utf16be(`\uFEFF${german}`)],
  ['UTF-16BE', utf16be(german)],
  ['Windows-1252', Buffer.from(german, 'latin1')],
])('a file in %s is decoded correctly', async (encoding, bytes) => {
  for (const size of [1, 7, 4096, 100_000])
    expect(await decodePieces(bytes, size)).toEqual({ encoding, text: german })
})

test.each([
  ['Windows-1250', 'Łukasz Wójcik\nMałgorzata Dąbrowska\nStanisław Król\nGrażyna Woźniak'],
  ['Windows-1250', 'Jiří Dvořák\nKateřina Procházková\nZdeněk Růžička\nŠtěpán Říha'],
  ['Windows-1251', 'Иван Петров\nОльга Смирнова\nЮрий Щукин'],
  ['Windows-1252', 'Søren Kjær\nJørgen Ødegård\nHélène Lefèvre\nFrançois Bézier\nKäthe Weiß'],
  ['macintosh', 'Jörg Müller\nKäthe Weiß\nHélène Lefèvre\nMaría Núñez\nBjörn Schäfer'],
  ['ibm850', 'Jörg Müller\nKäthe Weiß\nBjörn Schäfer\nJürgen Köhler\nGünther Größe'],
  ['shift_jis', '山田太郎\n佐藤花子\nタナカ ケン\n渡辺さくら'],
  ['koi8-r', 'Иван Петров\nОльга Смирнова\nЮрий Щукин'],
])('%s is detected by its letters (%s)', async (encoding, text) => {
  const bytes = iconv.encode(text, encoding)
  expect(guess(bytes)).toEqual({ encoding, isUncertain: false })
  expect((await decodePieces(bytes)).text).toBe(text)
})

test.each([
  ['Noè', 'Windows-1252'],
  ['王伟\n李娜\n张敏', 'gbk'],
  ['김철수\n이영희', 'euc-kr'],
])('%s in %s is too short or too odd to be certain', (text, encoding) => {
  expect(guess(iconv.encode(text, encoding)).isUncertain).toBe(true)
})

test('invalid bytes in UTF-8 spoil only themselves', async () => {
  const wrong = Buffer.from([0xe9])
  const bytes = Buffer.concat([Buffer.from('Ren'), wrong, Buffer.from('\nZoë\nÅsa\n')])
  for (const size of [1, 7, 4096])
    expect(await decodePieces(bytes, size)).toEqual({ encoding: 'UTF-8', text: 'Ren\uFFFD\nZoë\nÅsa\n' })
  const far = Buffer.concat([Buffer.from(`${'a'.repeat(200_000)}é`), wrong])
  expect(guess(far, 65_536).encoding).toBe('UTF-8')
})

test('encoding labels are those of the Encoding Standard and DOS code pages', () => {
  expect(['latin1', 'WINDOWS-1250', 'sjis', 'x-mac-roman', 'cp850', 'IBM850'].map(findEncoding)).toEqual([
    'Windows-1252',
    'Windows-1250',
    'shift_jis',
    'macintosh',
    'ibm850',
    'ibm850',
  ])
  expect(['', 'klingon', 'utf-7'].map(findEncoding)).toEqual([null, null, null])
  expect(Object.keys(importEncodings).map(findEncoding)).toEqual(Object.keys(importEncodings))
})

/** Reads records from a text that arrives in pieces of this size. */
function readRecords(
  text: string,
  { delimiter = ',', size = 1000, width = undefined as number | undefined } = {},
) {
  const reader = createCsvReader(delimiter, width)
  const signs = [...text]
  const records = []
  for (let start = 0; start < signs.length; start += size)
    records.push(...reader.push(signs.slice(start, start + size).join('')))
  return [...records, ...reader.end()]
}

test('any cells are read as they were written, in pieces of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'grapheme-composite' }), { minLength: 2, maxLength: 4 }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.integer({ min: 1, max: 9 }),
      (rows, size) => {
        const tame = rows.map((cells) => cells.map((cell) => `x${cell.replaceAll('\0', '')}`))
        const text = tame.map((cells) => csvLine(cells)).join('')
        const read = readRecords(text, { size })
        expect(read.map(({ cells }) => cells)).toEqual(tame)
      },
    ),
  )
})

test.each([',', ';', '\t', '|'])('cells separated by %j are split, blank ones too', (delimiter) => {
  const text = `a${delimiter}${delimiter}b\r\n${delimiter}"x${delimiter}y"${delimiter}\r\n`
  expect(findDelimiter(text)).toBe(delimiter)
  expect(readRecords(text, { delimiter, size: 1 }).map(({ cells }) => cells)).toEqual([
    ['a', '', 'b'],
    ['', `x${delimiter}y`, ''],
  ])
})

test('the delimiter is chosen by most lines, not by the headings', () => {
  expect(findDelimiter('"a,b";c;d\r\n1,2;3;4\n')).toBe(';')
  expect(findDelimiter('Name, given;Email, work\nKim;kim@slate.example')).toBe(';')
  expect(findDelimiter('sep=|\na;b|c;d\n')).toBe('|')
  const cut = `a;b\n${'x, y, z;"1, 2"\n'.repeat(20)}"never closed, since it was cut off;`
  expect(findDelimiter(cut)).toBe(';')
})

test.each([
  ['"a board of 4" by 2"",x', ['a board of 4" by 2"', 'x']],
  ['"says \\"yes, gladly\\"",x', ['says "yes, gladly"', 'x']],
  ['"says \\"yes\\", gladly",x', ['says "yes", gladly', 'x']],
  ['"two ""good"" and "one" bad",x', ['two "good" and "one" bad', 'x']],
  ['"a" , "Cy, Jr."', ['a', 'Cy, Jr.']],
  ['5" pipe,x', ['5" pipe', 'x']],
  ['"He said "hi", then left",x', ['He said "hi", then left', 'x']],
  ['"Bob" Stone,x', ['"Bob" Stone', 'x']],
  ['"C:\\","5" pipe"', ['C:\\', '5" pipe']],
  ['"several\nlines ""quoted""\nmore", x', ['several\nlines ""quoted""\nmore'.replaceAll('""', '"'), 'x']],
])('the row %s is read as it stands, in pieces of any size', (row, cells) => {
  for (const size of [1, 3, 1000])
    expect(readRecords(`a,b\n${row}\nc,d\n`, { size, width: 2 }).map((record) => record.cells)).toEqual([
      ['a', 'b'],
      cells,
      ['c', 'd'],
    ])
})

test.each([
  ['"open,1', 'A quotation mark opened in line 2 is never closed'],
  ['"4" board", 2 pcs",x', 'The quotation marks in line 2 do not show where its cells end'],
  ['"one "two" three\nfour" x",3', 'The quotation marks in line 2 do not show where its cells end'],
])('the row %s is reported with its line, and its neighbours are read', (row, fault) => {
  for (const size of [1, 7, 1000]) {
    const records = readRecords(`a,b\n${row}\nc,d\n`, { size, width: 2 })
    expect(records[1]).toEqual({ line: 2, cells: [row.split('\n')[0]], fault })
    expect(records.at(-1)?.cells).toEqual(['c', 'd'])
  }
})

const quoted = fc
  .array(
    fc.constantFrom('word', '5', 'é', ', and', '; so', '4" by 2"', 'say "hi"', '"hi", he', '("x")', 'C:\\a'),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((words) => words.join(' '))

test.each([
  ['not doubled', (cell: string) => `"${cell}"`],
  ['escaped with a backslash', (cell: string) => `"${cell.replaceAll('"', '\\"')}"`],
  ['doubled behind a blank', (cell: string) => ` "${cell.replaceAll('"', '""')}"`],
])('rows whose quotation marks are %s are read as they stand or reported', (_how, write) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(quoted, quoted), { minLength: 1, maxLength: 4 }), (pairs) => {
      const rows = pairs.map((pair) => ['a@x.example', ...pair])
      const text = rows.map(([email, ...pair]) => `${[email, ...pair.map(write)].join(',')}\n`).join('')
      const records = readRecords(text, { width: 3, size: 9 })
      expect(records.map(({ cells, fault }, index) => (fault ? rows[index] : cells))).toEqual(rows)
    }),
  )
})

test('a file of broken rows is not a table', () => {
  expect(() => readRecords('"x" y "z",\n"\n'.repeat(200))).toThrow('Is this a CSV file?')
})

test.each(['\n', '\r\n', '\r'])('line numbers are the file’s, also after multi-line cells (%j)', (end) => {
  const text = ['a,b', '"one', 'two",c', '', 'd,e', 'e,f'].join(end)
  for (const size of [1, 2, 1000])
    expect(readRecords(text, { size }).map(({ line }) => line)).toEqual([1, 2, 5, 6])
})

async function read(text: string, isHeading = (_cells: string[]) => false) {
  const records: CsvRecord[] = []
  const file = await readCsv(pieces(Buffer.from(text), 50_000), 'UTF-8', {
    areHeadings: isHeading,
    batch: async (batch) => void records.push(...batch),
  })
  return { ...file, lines: records.map(({ line }) => line) }
}

test.each([
  ['', 'The file is empty.'],
  ['a,b\n', 'The file has a header row but no rows below it.'],
  ['a,b', 'The file has a header row but no rows below it.'],
  ['"a,b\n1,2\n', 'A quotation mark opened in line 1 is never closed.'],
  [`a\n${','.repeat(300)}`, 'Line 2 has more than 200 columns.'],
  [`a\n${'x'.repeat(2_000_000)}`, 'Line 2 is too long.'],
  ['PK\x03\x04\x14 a spreadsheet', 'This is not a CSV file.'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'This is not a CSV file.'],
  ['a,b\n1,\x02\n', 'This is not a CSV file.'],
])('a file that is not a table says where and why', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence)
})

test.each([
  ['a line sep=', 'sep=;\nEmail;First\nada@slate.example;Ada\n', ['Email', 'First'], [3]],
  [
    'titles above',
    'Visitors;;\n\nEmail;First;Last\nkim@x.example;Kim;Stone',
    ['Email', 'First', 'Last'],
    [4],
  ],
  ['a title of two cells', 'Hall;3;;\nA;B;C;D\n1;2;3;4\n', ['A', 'B', 'C', 'D'], [3]],
  ['one heading left empty', 'Email;\nkim@slate.example;Kim\n', ['Email', ''], [2]],
])('headings are found in a file with %s', async (_kind, text, columns, lines) => {
  expect(await read(text)).toMatchObject({ delimiter: ';', columns, lines })
})

test('a file without headings loses no row', async () => {
  const file = await read('Kim;kim@slate.example\nAda;ada@slate.example\n')
  expect(file).toMatchObject({ columns: ['', 'Email'], lines: [1, 2] })
})

test('recognised headings may be below a wider title', async () => {
  const text = 'Export;2026;Hall 3;May\nEmail;First;Last\nkim@slate.example;Kim;Stone\n'
  expect(await read(text, ([first]) => first === 'Email')).toMatchObject({
    columns: ['Email', 'First', 'Last'],
  })
})

test.each([
  '-20 % agreed',
  '=1+1',
  '@home',
  '+ a board',
  "'-quoted",
  "'plain",
  '+41 44 000 00 00',
  ' -1 ',
  '\tx',
])('an exported cell %j is unchanged when imported again', (text) => {
  const [record] = readRecords(csvLine([text, 'x']))
  expect(unguard(record!.cells[0]!)).toBe(text)
})

test("an apostrophe not written by an export is kept: '-5", () => {
  expect(unguard("'-5")).toBe("'-5")
})
