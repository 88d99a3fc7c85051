import {
  type ImportJob,
  type ImportKind,
  importColumns,
  type RowState,
  rowState,
} from '@goldpan/contract/imports'
import { newProspect, prospectStatus, statusLabel } from '@goldpan/contract/prospects'
import { businessForm } from '@goldpan/contract/tables'
import type { z } from 'zod'
import type { ImportRecord } from './imports.store.ts'

const lettersOf = (heading: string) =>
  heading
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '')

/** The probable column of each field, by its heading. */
export function suggestMapping(kind: ImportKind, columns: string[]): Record<string, number> {
  const headings = columns.map(lettersOf)
  const mapping: Record<string, number> = {}
  for (const [field, { label, headings: further }] of Object.entries(importColumns[kind])) {
    const names = [lettersOf(field), lettersOf(label), ...further]
    const index = headings.findIndex(
      (heading, column) => names.includes(heading) && !Object.values(mapping).includes(column),
    )
    if (index >= 0) mapping[field] = index
  }
  return mapping
}

export type ReadRow =
  | { kind: 'prospects'; value: z.output<typeof newProspect> }
  | { kind: 'businesses'; value: z.output<typeof businessForm> }

/** Reads a row, or returns what is wrong with it in a sentence. */
export function readRow(
  kind: ImportKind,
  mapping: Record<string, number>,
  cells: string[],
): ReadRow | { problem: string } {
  const said: Record<string, string> = {}
  for (const [field, column] of Object.entries(mapping)) said[field] = cells[column]?.trim() ?? ''
  if (kind === 'businesses') {
    const read = businessForm.safeParse(said)
    return read.success ? { kind, value: read.data } : { problem: problemOf(kind, read.error) }
  }
  const status = readStatus(said.status ?? '')
  if (!status) return { problem: `Status: ‘${said.status}’ is none of ours` }
  const { status: _status, full_name = '', ...rest } = said
  const names = said.first_name || said.last_name ? {} : splitName(full_name)
  const read = newProspect.safeParse({ ...rest, ...names, status })
  if (!read.success) return { problem: problemOf(kind, read.error) }
  return { kind, value: read.data }
}

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

function splitName(name: string) {
  const words = name.split(/\s+/).filter(Boolean)
  if (words.length < 2) return { first_name: words[0] ?? '' }
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1)! }
}

/** Equal for rows that mean the same prospect or business. */
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
