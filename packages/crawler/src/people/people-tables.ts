import type { Page } from '../page/page.ts'
import { closest, type ElementNode, walk } from '../page/tree.ts'
import { type Field, fieldOf } from './column-words.ts'

/** A cell's place in its table. Cells that span rows or columns are in each of them. */
export interface Cell {
  element: ElementNode
  table: PeopleTable
  row: number
  column: number
}

export interface PeopleTable {
  rows: readonly (readonly (ElementNode | undefined)[])[]
  places: ReadonlyMap<ElementNode, { row: number; column: number }>
  /** The kinds of the columns, or of the rows, by the headings above or beside them. */
  headings?: { axis: 'column' | 'row'; fields: readonly (Field | undefined)[] }
}

const MAX_ROWS = 500
const MAX_COLUMNS = 60
const MAX_SPAN = 20

const tables = new WeakMap<ElementNode, PeopleTable>()

/** The cell around an offset's element, or undefined outside of tables. */
export function cellOf(page: Page, inside: ElementNode | undefined): Cell | undefined {
  const element = closest(inside ?? null, isCell)
  const top = element && closest(element, isTable)
  if (!top) return undefined
  const table = tableOf(page, top)
  const place = table.places.get(element)
  return place && { element, table, ...place }
}

/** The cells of one person that have a heading: those in the same row, or in the same column. */
export function fieldsBeside({ table, row, column }: Cell): Map<Field, ElementNode> | undefined {
  const { headings } = table
  if (!headings) return undefined
  const found = new Map<Field, ElementNode>()
  headings.fields.forEach((field, index) => {
    const element = headings.axis === 'column' ? table.rows[row]?.[index] : table.rows[index]?.[column]
    if (field && element && !found.has(field)) found.set(field, element)
  })
  return found
}

function isTable({ name, attributes }: ElementNode): boolean {
  return name === 'table' || /^(?:table|grid)$/.test(attributes.role ?? '')
}

function isRow({ name, attributes }: ElementNode): boolean {
  return name === 'tr' || attributes.role === 'row'
}

function isCell({ name, attributes }: ElementNode): boolean {
  return (
    name === 'td' || name === 'th' || /^(?:cell|gridcell|columnheader|rowheader)$/.test(attributes.role ?? '')
  )
}

function tableOf(page: Page, top: ElementNode): PeopleTable {
  let table = tables.get(top)
  if (!table) {
    const rows = gridOf(top)
    const headings = readHeadings(page, rows)
    table = { rows, places: placesOf(rows), ...(headings && { headings }) }
    tables.set(top, table)
  }
  return table
}

function gridOf(top: ElementNode): (ElementNode | undefined)[][] {
  const grid: (ElementNode | undefined)[][] = []
  let row = -1
  for (const node of walk(top)) {
    if (node.kind !== 'element' || closest(node.parent, isTable) !== top) continue
    if (isRow(node)) row++
    if (row >= MAX_ROWS) break
    if (!isCell(node) || row < 0) continue
    let column = 0
    while (grid[row]?.[column]) column++
    for (let down = 0; down < spanOf(node, 'rowspan'); down++) {
      const cells = grid[row + down] ?? []
      grid[row + down] = cells
      for (let right = 0; right < spanOf(node, 'colspan'); right++)
        if (column + right < MAX_COLUMNS) cells[column + right] = node
    }
  }
  return grid.slice(0, row + 1).map((cells) => Array.from(cells ?? []))
}

/** The first place of each cell. */
function placesOf(rows: PeopleTable['rows']): PeopleTable['places'] {
  const places = new Map<ElementNode, { row: number; column: number }>()
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries())
      if (cell && !places.has(cell)) places.set(cell, { row, column })
  return places
}

function spanOf({ attributes }: ElementNode, name: 'rowspan' | 'colspan'): number {
  const span = Number(attributes[name] ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1
}

/** Headings are the first row, or the first cells of all rows, if two of them or more say what follows. */
function readHeadings(page: Page, rows: PeopleTable['rows']): PeopleTable['headings'] {
  const fieldIn = (cell: ElementNode | undefined): Field | undefined =>
    cell && cell.from >= 0 ? fieldOf(page.text.slice(cell.from, cell.to).trim()) : undefined
  const first = rows.findIndex((cells) => new Set(cells.filter(Boolean)).size > 1)
  const across = (rows[first] ?? []).map(fieldIn)
  const down = rows.map((cells) => fieldIn(cells[0]))
  if (isTelling(across)) return { axis: 'column', fields: across }
  return isTelling(down) ? { axis: 'row', fields: down } : undefined
}

function isTelling(fields: readonly (Field | undefined)[]): boolean {
  const known = new Set(fields.filter((field) => field !== undefined && field !== 'other'))
  return known.size >= 2
}
