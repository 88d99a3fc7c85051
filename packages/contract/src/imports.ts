import { z } from 'zod'
import { boundedRecord } from './bounded.ts'
import {
  businessFields,
  mapNames,
  nameFields,
  pick,
  prospectFields,
  prospectLines,
  prospectTexts,
} from './fields.ts'
import { pageQuery } from './pages.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { requiredLine } from './text.ts'

export const IMPORT_MAX_BYTES = 50 * 1024 * 1024
export const IMPORT_MAX_ROWS = 100_000
/** An owner's files whose bytes are kept, so that they can be read again in another encoding. */
export const IMPORT_KEPT_FILES = 2
export const IMPORT_POLL_MS = 700

export const importKind = z.enum(['prospects', 'businesses'])
export type ImportKind = z.infer<typeof importKind>

interface ImportColumn {
  label: string
  isRequired?: true
}

/** In addition to the fields: a name in one column, and other columns of a prospect. */
const prospectColumns = {
  ...pick(prospectFields, ['email', ...nameFields]),
  full_name: { label: 'Full name' },
  // The fields above keep their position.
  ...pick(prospectFields, prospectLines),
  status: { label: 'Status' },
  ...pick(prospectFields, prospectTexts),
}

/** The columns that a file can have, in the order offered. */
export const importColumns: Record<ImportKind, Record<string, ImportColumn>> = {
  prospects: prospectColumns,
  businesses: businessFields,
}

const labelsOf = (columns: Record<string, ImportColumn>) =>
  mapNames(Object.keys(columns), (name) => columns[name]!.label)
const requiredOf = (columns: Record<string, ImportColumn>) =>
  Object.keys(columns).filter((name) => columns[name]!.isRequired)

export const importFields: Record<ImportKind, Record<string, string>> = {
  prospects: labelsOf(importColumns.prospects),
  businesses: labelsOf(importColumns.businesses),
}

export const requiredFields: Record<ImportKind, readonly string[]> = {
  prospects: requiredOf(importColumns.prospects),
  businesses: requiredOf(importColumns.businesses),
}

/** The encodings offered, by the name that an import reports, with their languages. */
export const importEncodings: Record<string, string> = {
  'UTF-8': 'all languages',
  'UTF-16LE': 'all languages',
  'UTF-16BE': 'all languages',
  'Windows-1252': 'Western European',
  'Windows-1250': 'Central European',
  'Windows-1251': 'Cyrillic',
  'Windows-1253': 'Greek',
  'Windows-1254': 'Turkish',
  'Windows-1255': 'Hebrew',
  'Windows-1256': 'Arabic',
  'Windows-1257': 'Baltic',
  'ISO-8859-2': 'Central European',
  macintosh: 'Western European, Mac',
  'x-mac-cyrillic': 'Cyrillic, Mac',
  ibm850: 'Western European, DOS',
  ibm852: 'Central European, DOS',
  ibm866: 'Cyrillic, DOS',
  'koi8-r': 'Cyrillic',
  shift_jis: 'Japanese',
  'euc-jp': 'Japanese',
  gbk: 'Chinese, simplified',
  big5: 'Chinese, traditional',
  'euc-kr': 'Korean',
}

/** A label of the Encoding Standard, or a DOS code page. */
const encodingLabel = z.string().trim().min(1).max(40)

/** The column index of each field, from 0. */
export const importMapping = boundedRecord(z.string().max(40), z.number().int().min(0).max(500), {
  max: 20,
  tooMany: 'Please choose at most 20 columns',
})
export type ImportMapping = z.infer<typeof importMapping>

export const importStatus = z.enum([
  'read',
  'checking',
  'checked',
  'importing',
  'completed',
  'failed',
  'cancelled',
])
export type ImportStatus = z.infer<typeof importStatus>

export const isActiveImport = (status: ImportStatus): boolean =>
  status === 'checking' || status === 'importing'

/** 'duplicate' is already in the database, 'repeated' occurs twice in the file. */
export const rowState = z.enum([
  'unread',
  'ready',
  'duplicate',
  'repeated',
  'problem',
  'added',
  'updated',
  'skipped',
])
export type RowState = z.infer<typeof rowState>

export const importJob = z.object({
  id: z.string(),
  kind: importKind,
  file_name: z.string(),
  encoding: z.string(),
  /** The letters may be wrong: another encoding fits about as well. */
  encoding_uncertain: z.boolean(),
  /** A few cells with letters beyond ASCII, to judge the encoding by. */
  encoding_examples: z.array(z.string()),
  delimiter: z.string(),
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  mapping: importMapping,
  business_table_id: z.string().nullable(),
  status: importStatus,
  progress: z.object({ total: z.number(), processed: z.number() }),
  counts: z.record(rowState, z.number()),
  /** Suppressed addresses; they are imported nevertheless. */
  suppressed: z.number(),
  error: z.string().nullable(),
  created_at: z.string(),
})
export type ImportJob = z.infer<typeof importJob>

export const importRow = z.object({
  line: z.number(),
  cells: z.array(z.string()),
  state: rowState,
  problem: z.string().nullable(),
})
export type ImportRow = z.infer<typeof importRow>

export const importMessages = {
  uploadFailed: 'Failed to read the file',
  checkFailed: 'Failed to check the file',
  startFailed: 'Failed to import',
  loadFailed: 'Failed to load the import',
  tooLarge: 'The file must be smaller than 50 MB',
  wrongType: 'Please choose a CSV file',
} as const

export const importRoutes = {
  upload: route('POST', '/api/imports', {
    body: z.object({ kind: importKind }),
    upload: { field: 'file', maxBytes: IMPORT_MAX_BYTES, required: true, isStreamed: true },
    answer: importJob,
    limit: { points: 60, seconds: 3600, by: 'user' },
    summary: 'Uploads a CSV file of prospects or businesses; imports nothing yet',
  }),
  get: route('GET', '/api/imports/:id', { answer: importJob }),
  check: route('POST', '/api/imports/:id/check', {
    body: z.object({
      mapping: importMapping,
      business_table_id: z.uuid().nullish(),
      encoding: encodingLabel.optional(),
    }),
    answer: importJob,
    summary:
      'Checks row by row what an import would do, in a background job; reads the file again if `encoding` changed',
  }),
  reread: route('POST', '/api/imports/:id/encoding', {
    body: z.object({ encoding: encodingLabel }),
    answer: importJob,
    limit: { points: 300, seconds: 3600, by: 'user' },
    summary: 'Reads the file again in another encoding; keeps the column mapping',
  }),
  listRows: route('GET', '/api/imports/:id/rows', {
    replica: true,
    query: z.object({
      state: rowState.optional(),
      limit: pageQuery.limit,
      cursor: z.string().max(20).optional(),
    }),
    answer: z.array(importRow),
    isPaged: true,
  }),
  start: route('POST', '/api/imports/:id/start', {
    body: z.object({
      duplicates: z.enum(['skip', 'update']),
      table_name: requiredLine('Please enter a table name', 200).nullish(),
    }),
    answer: importJob,
    summary: 'Imports the rows without problems, in a background job',
  }),
  cancel: route('POST', '/api/imports/:id/cancel', { answer: importJob }),
  errorFile: route('GET', '/api/imports/:id/errors', {
    answer: 'file',
    summary: 'Downloads the rows that were not imported as CSV, each with its reason',
  }),
}

export const importRefusals = refusals({
  'imports.not_found': { status: 404, message: 'Import not found' },
  'imports.unreadable': { status: 400, message: 'This file cannot be read as CSV' },
  'imports.unknown_encoding': { status: 400, message: 'This encoding is not known' },
  'imports.file_gone': { status: 409, message: 'This file is no longer stored. Please choose it again.' },
  'imports.busy': {
    status: 409,
    message: 'Another import is still running. Please wait until it has finished.',
  },
  'imports.bad_mapping': { status: 400, message: 'Please choose a column for every required field' },
  'imports.not_checked': { status: 409, message: 'Please check the file before importing it' },
})
