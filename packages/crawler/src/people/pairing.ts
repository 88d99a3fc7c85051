import { localPart } from '../address/address.ts'
import { isRoleLocalPart } from '../address/role-words.ts'
import type { Page } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'
import { type BusinessNames, isBusinessLocalPart } from './business-names.ts'
import type { Field } from './column-words.ts'
import { isGivenName } from './given-names.ts'
import { contradictsName, fitName } from './local-part.ts'
import type { Mention } from './mentions.ts'
import { isCompanyWord, isNoName } from './name-words.ts'
import { type Cell, cellOf, fieldsBeside } from './people-tables.ts'
import { parsePersonName } from './person-name.ts'
import { hasTitleWord } from './titles.ts'

export interface AddressMark {
  email: string
  from: number
}

/** The person to whom an address belongs, and the range in which the name was searched. */
export interface Pair {
  mention: Mention
  within: { from: number; to: number }
  /** The smallest container with the address contains only this person and this address. */
  isCard: boolean
  /** The person's cells in a table with headings. */
  fields?: ReadonlyMap<Field, ElementNode>
  /** The person's cells in the column of a table without headings. */
  column?: readonly ElementNode[]
}

/** The part of the page around one address and no other. */
export interface Surroundings {
  from: number
  to: number
}

const MAX_CONTAINER = 2500
const MAX_ROLE_DISTANCE = 160

export interface PairingInput {
  page: Page
  business: BusinessNames
  marks: readonly AddressMark[]
  mentions: readonly Mention[]
}

/** Pairs an address with the name in the smallest container that has one. Undefined if ambiguous. */
export function pairAddress(input: PairingInput, mark: AddressMark): Pair | undefined {
  const inTable = pairByHeading(input, mark)
  if (inTable !== undefined) return inTable ?? undefined
  const inLine = pairInLine(input, mark)
  if (inLine !== undefined) return inLine ?? undefined
  for (const container of containersOf(input.page, mark.from)) {
    const mentions = mentionsIn(input.mentions, container)
    if (mentions.length === 0) continue
    const others = marksIn(input.marks, container)
    const column = pairByColumn(input, mark, container, mentions)
    if (column && isCredible(input.business, mark, column)) return column
    const pair =
      others.length === 1
        ? pairAlone(input.business, mark, mentions, container)
        : pairAmongMany(input, mark, container)
    return pair && isCredible(input.business, mark, pair) ? pair : undefined
  }
  return undefined
}

export function blockIndexAt(page: Page, offset: number): number {
  let low = 0
  let high = page.blocks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (page.blocks[middle]!.from <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function* containersOf(page: Page, offset: number): Generator<ElementNode> {
  let element: ElementNode | null | undefined = page.blocks[blockIndexAt(page, offset)]?.element
  for (; element; element = element.parent) {
    if (element.to - element.from > MAX_CONTAINER) return
    if (element.from >= 0) yield element
  }
}

function mentionsIn(mentions: readonly Mention[], { from, to }: { from: number; to: number }): Mention[] {
  return mentions.filter((mention) => mention.from >= from && mention.to <= to)
}

/** Each address once, although a linked one has two marks. */
function marksIn(marks: readonly AddressMark[], { from, to }: { from: number; to: number }): AddressMark[] {
  const inside = new Map<string, AddressMark>()
  for (const mark of marks)
    if (mark.from >= from && mark.from < to && !inside.has(mark.email)) inside.set(mark.email, mark)
  return [...inside.values()].sort((a, b) => a.from - b.from)
}

/** Null if the line names several candidates, undefined if it names nobody. */
function pairInLine(
  { page, business, marks, mentions }: PairingInput,
  mark: AddressMark,
): Pair | null | undefined {
  const block = page.blocks[blockIndexAt(page, mark.from)]
  if (!block) return undefined
  const inside = mentionsIn(mentions, block)
  if (inside.length === 0) return undefined
  const others = marksIn(marks, block)
  const index = others.findIndex((one) => one.email === mark.email)
  const from = index > 0 ? others[index - 1]!.from : block.from
  const to = others[index + 1]?.from ?? block.to
  const fitting = bestFit(business, mark, inside)
  if (fitting) return { mention: fitting, within: { from, to }, isCard: others.length === 1 }
  const linked = inside.find((mention) => mention.from === mark.from)
  if (linked && !contradictsName(localPart(mark.email), linked))
    return { mention: linked, within: { from, to }, isCard: true }
  const before = inside.filter((mention) => mention.from >= from && mention.to <= mark.from)
  const after = inside.filter((mention) => mention.from > mark.from && mention.to <= to)
  const addressFirst = (others[0]?.from ?? 0) < inside[0]!.from
  const candidates = addressFirst ? after : before
  if (candidates.length !== 1) return candidates.length === 0 && others.length > 1 ? undefined : null
  const pair = { mention: candidates[0]!, within: { from, to }, isCard: others.length === 1 }
  // Alone in a line, a short form doesn't contradict: lasse@ next to 'Lars-Göran Nyström'.
  const isAlone =
    others.length === 1 && inside.length === 1 && pair.mention.strength === 3 && !pair.mention.ofTwo
  return isAlone || isCredible(business, mark, pair) ? pair : null
}

function bestFit(
  business: BusinessNames,
  mark: AddressMark,
  mentions: readonly Mention[],
): Mention | undefined {
  const local = localPart(mark.email)
  const isRole = isFunction(business, local)
  const scored = mentions
    .filter(({ strength }) => strength > 1 || !isRole)
    .map((mention) => ({ mention, score: fitName(local, mention) }))
    .filter(({ mention, score }) => score >= (mention.strength > 1 ? 0.5 : 0.8))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const top = scored.filter(({ score }) => score === best)
  const people = new Set(top.map(({ mention }) => `${mention.first_name} ${mention.last_name}`))
  return people.size === 1 ? top[0]!.mention : undefined
}

function isFunction(business: BusinessNames, local: string): boolean {
  return isRoleLocalPart(local) || isBusinessLocalPart(business, local)
}

function pairAlone(
  business: BusinessNames,
  mark: AddressMark,
  mentions: readonly Mention[],
  container: ElementNode,
): Pair | undefined {
  const fitting = bestFit(business, mark, mentions)
  const clear = mentions.filter((mention) => mention.strength > 1)
  const people = distinct(clear.length > 0 ? clear : mentions)
  const mention = fitting ?? (people.length === 1 ? people[0] : undefined)
  return mention && { mention, within: container, isCard: true }
}

function distinct(mentions: readonly Mention[]): Mention[] {
  const people = new Map<string, Mention>()
  for (const mention of mentions) {
    const key = `${mention.first_name} ${mention.last_name}`
    if (!people.has(key)) people.set(key, mention)
  }
  return [...people.values()]
}

function pairAmongMany(input: PairingInput, mark: AddressMark, container: ElementNode): Pair | undefined {
  const mentions = mentionsIn(input.mentions, container)
  const fitting = bestFit(input.business, mark, mentions)
  if (fitting) return { mention: fitting, within: stretchOf(mentions, fitting, container), isCard: false }
  const others = marksIn(input.marks, container)
  const index = others.findIndex((one) => one.email === mark.email)
  const addressFirst = (others[0]?.from ?? 0) < mentions[0]!.from
  const from = addressFirst ? mark.from : (others[index - 1]?.from ?? container.from)
  const to = addressFirst ? (others[index + 1]?.from ?? container.to) : mark.from
  const candidates = distinct(mentions.filter((mention) => mention.from >= from && mention.to <= to))
  const [candidate] = candidates
  if (!candidate || candidates.length > 1 || isClaimed(input, others, mark, candidate)) return undefined
  if (isInRowOfOther(input, mark, candidate)) return undefined
  return { mention: candidate, within: stretchOf(mentions, candidate, container), isCard: false }
}

/** True for a name in the table row or list item of another address. */
function isInRowOfOther({ page, marks }: PairingInput, mark: AddressMark, { block }: Mention): boolean {
  let box = page.blocks[block]?.element ?? null
  for (; box; box = box.parent) {
    if (mark.from >= box.from && mark.from < box.to) return false
    if (/^(?:tr|li|article|section)$/.test(box.name) && marksIn(marks, box).length > 0) return true
  }
  return false
}

/** True if the name fits another address here. */
function isClaimed(
  { business }: PairingInput,
  others: readonly AddressMark[],
  mark: AddressMark,
  mention: Mention,
): boolean {
  if (fitName(localPart(mark.email), mention) > 0) return false
  return others.some(
    ({ email }) =>
      email !== mark.email &&
      !isFunction(business, localPart(email)) &&
      fitName(localPart(email), mention) >= 0.7,
  )
}

/** The range from a name to the next one. */
function stretchOf(
  mentions: readonly Mention[],
  mention: Mention,
  container: { from: number; to: number },
): Surroundings {
  const index = mentions.indexOf(mention)
  const isFirst = index <= 0
  return {
    from: isFirst ? container.from : mentions[index - 1]!.to,
    to: mentions[index + 1]?.from ?? container.to,
  }
}

/**
 * In a table with headings the cell under 'Name' has the person, or nobody. Null if it has nobody, undefined without
 * such a cell.
 */
function pairByHeading(input: PairingInput, mark: AddressMark): Pair | null | undefined {
  const { page, mentions } = input
  const fields = fieldsAt(page, mark.from)
  const name = fields?.get('name') ?? fields?.get('first') ?? fields?.get('last')
  if (!fields || !name || name.from < 0 || (mark.from >= name.from && mark.from < name.to)) return undefined
  const inside = fields.has('name') ? mentionsIn(mentions, name) : []
  const people = distinct(inside)
  const mention = people.length > 0 ? onlyOf(input, mark, people) : writtenIn(page, fields)
  return mention ? { mention, within: name, isCard: false, fields } : null
}

/** The cells with headings of the person in whose row or column an offset is. */
export function fieldsAt(page: Page, offset: number): ReadonlyMap<Field, ElementNode> | undefined {
  const cell = cellAt(page, offset)
  return cell && fieldsBeside(cell)
}

function onlyOf(
  { business }: PairingInput,
  mark: AddressMark,
  people: readonly Mention[],
): Mention | undefined {
  return people.length === 1 ? people[0] : bestFit(business, mark, people)
}

/** A name that is known by its heading alone: 'Quillon Fairbrass', or first and last name in two cells. */
function writtenIn(page: Page, fields: ReadonlyMap<Field, ElementNode>): Mention | undefined {
  const textOf = (field: Field): string => {
    const cell = fields.get(field)
    return cell ? page.text.slice(cell.from, cell.to).split('\n')[0]!.trim() : ''
  }
  const first = textOf('first')
  const last = textOf('last') || (fields.has('first') ? textOf('name') : '')
  const cell = fields.get('name') ?? fields.get('first') ?? fields.get('last')!
  const text = first || last ? `${first} ${last}`.trim() : textOf('name')
  if (!isNameLike(text, !first || !last)) return undefined
  const name = first && last ? { first_name: first, last_name: last } : parsePersonName(text, page.language)
  return name && { ...name, from: cell.from, to: cell.to, block: blockIndexAt(page, cell.from), strength: 3 }
}

function isNameLike(text: string, isOneCell: boolean): boolean {
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (words.length === 1) return isGivenName(text)
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    words.every((word) => /^['’]?\p{L}[\p{L}\p{M}'’.-]*$/u.test(word)) &&
    words.filter((word) => /^\p{Lu}/u.test(word)).length >= 2 &&
    !(isOneCell && (words.some((word) => isNoName(word) || isCompanyWord(word)) || hasTitleWord(text)))
  )
}

/** Names in one row of a table and addresses in another: pairs with the nearest name above in the same column. */
function pairByColumn(
  { page, marks }: PairingInput,
  mark: AddressMark,
  container: ElementNode,
  mentions: readonly Mention[],
): Pair | undefined {
  const own = cellAt(page, mark.from)
  if (!own || new Set(own.table.rows[own.row]).size < 2) return undefined
  const cells = mentions.map((mention) => ({ mention, cell: cellAt(page, mention.from) }))
  const inTable = cells.filter(({ cell }) => cell?.table === own.table) as { mention: Mention; cell: Cell }[]
  if (inTable.some(({ cell }) => cell.row === own.row)) return undefined
  const above = inTable.filter(({ cell }) => cell.row < own.row)
  const row = Math.max(-1, ...above.map(({ cell }) => cell.row))
  const same = above.filter(({ cell }) => cell.row === row && cell.column === own.column)
  if (same.length !== 1) return undefined
  const below = inTable.filter(({ cell }) => cell.row > own.row).map(({ cell }) => cell.row)
  const end = Math.min(own.table.rows.length, ...below)
  const isTaken = marks.some(({ email, from }) => {
    const cell = cellAt(page, from)
    return (
      email !== mark.email &&
      cell?.table === own.table &&
      cell.column === own.column &&
      cell.row > row &&
      cell.row < own.row
    )
  })
  if (isTaken) return undefined
  const column = own.table.rows.slice(row, end).flatMap((one) => one[own.column] ?? [])
  return { mention: same[0]!.mention, within: container, isCard: false, column }
}

function cellAt(page: Page, offset: number): Cell | undefined {
  return cellOf(page, page.blocks[blockIndexAt(page, offset)]?.element)
}

/** A role address gets a name only from nearby, and an address that names someone else never. */
function isCredible(business: BusinessNames, mark: AddressMark, { mention, isCard, column }: Pair): boolean {
  const local = localPart(mark.email)
  const isRole = isFunction(business, local)
  if (fitName(local, mention) > 0 && (mention.strength > 1 || !isRole)) return true
  if (contradictsName(local, mention) || (isRole && mention.ofTwo)) return false
  if (column) return true
  const distance = mention.from < mark.from ? mark.from - mention.to : mention.from - mark.from
  if (mention.strength === 1) return isCard && distance < MAX_ROLE_DISTANCE && !isRole
  return isRole ? isCard && distance < MAX_ROLE_DISTANCE : distance < 600
}

/** The largest container around an address without another address. Its phone and notices are searched there. */
export function surroundingsOf(
  { page, marks }: Pick<PairingInput, 'page' | 'marks'>,
  mark: AddressMark,
): Surroundings {
  const block = page.blocks[blockIndexAt(page, mark.from)]
  let own: Surroundings = block ? { from: block.from, to: block.to } : { from: mark.from, to: mark.from }
  if (block && marksIn(marks, block).length > 1) {
    const others = marksIn(marks, block)
    const index = others.findIndex((one) => one.email === mark.email)
    return { from: index > 0 ? mark.from : block.from, to: others[index + 1]?.from ?? block.to }
  }
  for (const container of containersOf(page, mark.from)) {
    if (marksIn(marks, container).length > 1 || container.to - container.from > 1500) break
    own = { from: container.from, to: container.to }
  }
  return own
}
