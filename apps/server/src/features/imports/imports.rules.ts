import { mapNames } from '@goldpan/contract/fields'
import {
  type ImportJob,
  type ImportKind,
  importColumns,
  importKind,
  type RowState,
  requiredFields,
  rowState,
} from '@goldpan/contract/imports'
import { newProspect, prospectStatus, statusLabel } from '@goldpan/contract/prospects'
import { businessForm } from '@goldpan/contract/tables'
import { isGivenName } from '@goldpan/crawler/people/given-names'
import { isNameSuffix, isParticle } from '@goldpan/crawler/people/name-words'
import { parsePersonName } from '@goldpan/crawler/people/person-name'
import type { z } from 'zod'
import { unguard } from '../../http/csv.ts'
import { headingQualifiers, headings } from './headings.ts'
import type { ImportRecord, RowRecord } from './imports.store.ts'

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')

/** A heading without words that tell several apart: 'E-mail 1 - Value' and 'E-mail (work)' become 'email'. */
const coreOf = (heading: string) =>
  heading
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => !qualifiers.has(lettersOf(word)))
    .map(lettersOf)
    .join('')

const qualifiers = new Set(headingQualifiers.map(lettersOf))
const bareNames = new Set(headings.bare_name.map(lettersOf))

const wordsOf: Record<ImportKind, Record<string, string[]>> = {
  prospects: { ...headings, full_name: [...headings.full_name, ...headings.bare_name] },
  businesses: { ...headings, name: [...headings.business_name, ...headings.bare_name] },
}

/** Column headings that match each field, most specific first. */
const columnNames = mapNames(importKind.options, (kind) =>
  Object.entries(importColumns[kind]).map(([field, { label }]) => ({
    field,
    names: [...(wordsOf[kind][field] ?? []), field, label].map(lettersOf),
  })),
)

const mobileNames = [{ field: 'phone', names: headings.mobile.map(lettersOf) }]

/** Suggests a column for each field, by the whole heading first, then without its qualifiers. */
export function suggestMapping(kind: ImportKind, columns: string[]): Record<string, number> {
  const mapping: Record<string, number> = {}
  function match(found: string[], fields: typeof mobileNames) {
    for (const { field, names } of fields) {
      if (mapping[field] !== undefined) continue
      const taken = Object.values(mapping)
      const column = names
        .map((name) => found.findIndex((heading, index) => heading === name && !taken.includes(index)))
        .find((index) => index >= 0)
      if (column !== undefined) mapping[field] = column
    }
  }
  match(columns.map(lettersOf), columnNames[kind])
  match(columns.map(coreOf), columnNames[kind])
  match(columns.map(lettersOf), mobileNames)
  return kind === 'prospects' ? placeBareName(mapping, columns) : mapping
}

/** 'Nom' beside 'Prénom' is the last name, 'Nombre' beside 'Apellidos' the first. */
function placeBareName(mapping: Record<string, number>, columns: string[]): Record<string, number> {
  const { full_name, ...rest } = mapping
  if (full_name === undefined || !bareNames.has(lettersOf(columns[full_name]!))) return mapping
  if (rest.first_name !== undefined && rest.last_name === undefined) return { ...rest, last_name: full_name }
  if (rest.last_name !== undefined && rest.first_name === undefined) return { ...rest, first_name: full_name }
  return mapping
}

/** True if all columns that an import needs are among these headings. */
export const areHeadings = (kind: ImportKind, cells: string[]): boolean => {
  const mapping = suggestMapping(kind, cells)
  return requiredFields[kind].every((field) => mapping[field] !== undefined)
}

/** Keeps the user's mapping after a reread and adds suggestions for columns that became readable. */
export function renewMapping(
  kind: ImportKind,
  before: { mapping: Record<string, number>; columns: string[] },
  columns: string[],
): Record<string, number> {
  const suggested = suggestMapping(kind, columns)
  if (columns.length !== before.columns.length) return suggested
  const taken = Object.values(before.mapping)
  const further = Object.entries(suggested).filter(([, column]) => !taken.includes(column))
  return { ...Object.fromEntries(further), ...before.mapping }
}

export type ReadRow =
  | { kind: 'prospects'; value: z.output<typeof newProspect> }
  | { kind: 'businesses'; value: z.output<typeof businessForm> }

type Source = Pick<ImportRecord, 'kind' | 'mapping' | 'columns'>

/** Reads a row, or returns its problem as a sentence. */
export function readRow(
  { kind, mapping, columns }: Source,
  { cells, fault }: Pick<RowRecord, 'cells' | 'fault'>,
): ReadRow | { problem: string } {
  if (fault) return { problem: fault }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return { problem: `This row has ${cells.length} cells for ${columns.length} headings` }
  const said: Record<string, string> = {}
  for (const [field, column] of Object.entries(mapping)) said[field] = readCell(field, cells[column] ?? '')
  const spoilt = findSpoilt(kind, said)
  if (spoilt) return { problem: spoilt }
  if (kind === 'businesses') {
    const read = businessForm.safeParse(said)
    return read.success ? { kind, value: read.data } : { problem: problemOf(kind, read.error) }
  }
  const status = readStatus(said.status ?? '')
  if (!status) return { problem: `Status: ‘${said.status}’ is not a known status` }
  const { status: _status, full_name = '', ...rest } = said
  const names = said.first_name || said.last_name ? {} : splitName(full_name)
  const read = newProspect.safeParse({ ...rest, ...names, status })
  if (!read.success) return { problem: problemOf(kind, read.error) }
  return { kind, value: read.data }
}

/** Notes keep surrounding white space, as when typed. */
const readCell = (field: string, cell: string): string =>
  unguard(field === 'notes' && cell.trim() !== '' ? cell : cell.trim())

function problemOf(kind: ImportKind, error: z.ZodError): string {
  const issue = error.issues[0]
  const label = importColumns[kind][String(issue?.path[0] ?? '')]?.label
  return label ? `${label}: ${issue?.message}` : (issue?.message ?? 'This row cannot be read')
}

function readStatus(said: string) {
  if (said === '') return 'new' as const
  return prospectStatus.options.find(
    (status) => status === said.toLowerCase() || statusLabel(status).toLowerCase() === said.toLowerCase(),
  )
}

/** Splits a name as the crawler does. Text that isn't recognised as a name becomes the first name. */
function splitName(name: string) {
  const ordered = swapUnknownName(name)
  const { first_name, last_name } = parsePersonName(ordered) ?? { first_name: name, last_name: null }
  // A family name alone: 'van den Berg'.
  const isFamily = first_name && /^\p{Ll}/u.test(ordered) && isParticle(first_name)
  if (isFamily) return { first_name: '', last_name: ordered }
  return { first_name: first_name ?? '', last_name: last_name ?? '' }
}

/** 'Abebe, Tsehay': on a website an unknown word after a comma is a title, in a list a first name. */
function swapUnknownName(name: string): string {
  const [family = '', given = '', ...further] = name.split(',').map((part) => part.trim())
  const [first = '', ...others] = family.split(/\s+/).filter((word) => !isParticle(word))
  const isFamily = others.length === 0 || (others.length === 1 && !isGivenName(first))
  const isListed = given !== '' && further.length === 0 && isFamily && !isNameSuffix(given)
  return isListed ? `${given} ${family}` : name
}

/** Error values of spreadsheets in all languages, such as '#NAME?'. */
const SPREADSHEET_ERROR =
  /^#(?:NAME|REF|VALUE|N\/A|NULL|NUM|DIV\/0|SPILL|CALC|WERT|BEZUG|NV|ZAHL|NOM|VALEUR|NOMBRE|NUL|NOME|VALORE|RIF|VALOR|N\/D|NULO|NÚM|NAAM|WAARDE|VERW|N\/B|GETAL|DEEL\/0|LEEG|NAZWA|ARG|ADR|LICZBA|NAMN|VÄRDEFEL|SAKNAS|ИМЯ|ЗНАЧ|ССЫЛКА|ЧИСЛО|Н\/Д|ДЕЛ\/0)[?!]?$|^#+$/i
/** A phone number that a spreadsheet rounded as a number: '4.1E+11'. */
const ROUNDED = /^[+-]?\d+(?:[.,]\d+)?\s?E\s?[+-]?\d+$/i

function findSpoilt(kind: ImportKind, said: Record<string, string>): string | null {
  const label = (field: string) => importColumns[kind][field]?.label ?? field
  const broken = Object.entries(said).find(([, cell]) => SPREADSHEET_ERROR.test(cell.replace(/[¡¿\s]/g, '')))
  if (broken) return `${label(broken[0])}: ‘${broken[1]}’ is a spreadsheet error, not a value`
  if (ROUNDED.test(said.phone ?? ''))
    return `${label('phone')}: ‘${said.phone}’ was rounded by a spreadsheet. Please format the column as text`
  return null
}

/** Equal for rows about the same prospect or business. */
export const keyOf = (row: ReadRow): string =>
  row.kind === 'prospects'
    ? row.value.email.toLowerCase()
    : `${row.value.name.toLowerCase()}\n${row.value.address.toLowerCase()}`

export function toJob(
  row: ImportRecord,
  counted: { state: RowState; count: number }[],
  sample: string[][],
): ImportJob {
  const counts = Object.fromEntries(rowState.options.map((state) => [state, 0])) as ImportJob['counts']
  for (const { state, count } of counted) counts[state] = count
  return {
    ...row,
    sample,
    counts,
    status: row.status === 'reading' ? 'read' : row.status,
    progress: { total: row.total, processed: row.processed },
  }
}
