import { fold } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import type { Block } from '../page/page-text.ts'
import { closest, type ElementNode } from '../page/tree.ts'
import { isGivenName } from './given-names.ts'
import type { Mention } from './mentions.ts'
import { isHonorific, isNameSuffix } from './name-words.ts'
import { departmentAbove, isDepartment, titleByClass } from './title-places.ts'
import { isTitleWord } from './title-words.ts'

const MAX_TITLE = 80
const LEADING =
  /^(?:[\s,;:.–—|/()•·*-]+|(?:our|the|your|my|a|an|ask for|contact|contact person|please contact|call|speak to|talk to|meet|e-?mail|write to|unser(?:e|em|en|er)?|ihr(?:e|em|en)?|der|die|den|dem|eine?n?|durch|vertreten durch|kontakt|frau|herrn?|notre|votre|le|la|les|l['’]|un|une|il|lo|el|los|il nostro|la nostra|nuestr[oa]|de|het|een|onze|uw|as|o|os|nosso|nossa|by|with|from|is|ist|est|è|es|and|und|et|e|y|en|i|a)(?=\s|$)\s*)/i
const TRAILING =
  /(?:[\s,;:.–—|/(•·*-]+|\s(?:is|ist|est|und|and|at|of|for|e-?mail|mail|contact|kontakt|tel\.?|phone|telefon|mobil|fax))$/i
const TITLE_HEADER =
  /^(?:funktion|functie|fonction|funci[oó]n|fun[cç][aã]o|funzione|funkcja|funkce|function|position|posizione|puesto|cargo|posisjon|stilling|stanowisko|pozice|poste|poziom|role|rolle|rol|ruolo|roli|r[oó]le|rola|title|titel|titre|t[ií]tulo|titolo|job(?: title)?|aufgabe|amt|bereich|beruf|qualifica|incarico|befattning|teht[aä]v[aä]|asema|beoszt[aá]s|tiszts[eé]g|department|abteilung|zust[aä]ndigkeit)$/i
const NO_TITLE =
  /@|§|^\s*[✓✔☑✅•▪→►★☆+]|für den inhalt|im sinne|gemäß|vertreten durch|angaben|https?:|www\.|\d{4,}|[!?]$|^(?:tel|phone|fax|e-?mail|mobil|telefon|téléphone|kontakt|contact|adresse|address|team|home|read more|mehr|profil|profile|linkedin|xing|facebook|vcard|download|bio)\b\.?:?\s*$|trai?ta?miento|traitement|trattamento|verwerking|data controller|aviso legal|pol[ií]tica|privacid|privacy|cookies|mentions l|impressum|\(twitter\)|instagram|öffnungszeiten|opening hours|^(?:telephone|telefono|teléfono|telefone|telefoon|telefax|puhelin|mobile|handy|cell(?:ulare)?|móvil|portable|call(?: us)?|e-?post|correo(?: electrónico)?|courriel|posta|indirizzo|dirección|address|anschrift|website|web|homepage|menu|menü|social(?: media)?|follow us|whatsapp|location|standort|hours|orari|horaires|horario|map|karte)\b\.?:?/i

/** Finds the job title around a name, within `within`. */
export function findTitle(
  page: Page,
  mention: Mention,
  within: { from: number; to: number },
  { isCard, isColumn = false }: { isCard: boolean; isColumn?: boolean },
): string | undefined {
  if (mention.title) return mention.title
  if (isColumn) return titleBelow(page, page.blocks[mention.block]!)
  const block = page.blocks[mention.block]!
  const inLine = titleBefore(page.text, block, mention) ?? titleAfter(page.text, block, mention)
  const named = inLine ?? (isCard ? titleByClass(page, within, mention) : undefined)
  if (named) return named
  const column = titleColumn(page, block) ?? departmentBeside(page, block)
  if (column) return column
  const lines = linesAround(page, mention, within, isCard)
  for (const line of lines) {
    const title = titleLine(line)
    if (title) return title
  }
  const department = departmentAbove(page, mention.block, within)
  if (department) return department
  const [next = ''] = lines
  return isCard && isPlainLine(next) ? cleanTitle(next) : undefined
}

/** The two lines below the name, then the one above. Lines after an address may be another person's. */
function linesAround(
  page: Page,
  { block }: Mention,
  within: { from: number; to: number },
  isCard: boolean,
): string[] {
  const line = (index: number): string => {
    const one = page.blocks[index]
    return one && one.from >= within.from && one.to <= within.to
      ? page.text.slice(one.from, one.to).trim()
      : ''
  }
  const next = line(block + 1)
  return [next, isCard || !next.includes('@') ? line(block + 2) : '', line(block - 1)]
}

export function hasTitleWord(text: string): boolean {
  return text.split(/[\s,/&+]+/).some((word) => isTitleWord(word))
}

function isName(line: string): boolean {
  const words = line.split(/\s+/)
  return (
    words.length >= 2 &&
    words.length <= 4 &&
    isGivenName(words[0]!) &&
    !hasTitleWord(words.slice(1).join(' '))
  )
}

/** 'Service manager: Viktor …', '… our farm manager, Rosalind …', 'Geschäftsführer Jürgen …'. */
function titleBefore(text: string, block: Block, mention: Mention): string | undefined {
  const before = withoutHonorifics(text.slice(Math.max(block.from, mention.from - 120), mention.from))
  const segment =
    before
      .split(
        /[;|•·]|[.!?](?=\s)(?<!\b(?:Dr|Prof|Dipl|Mag|St|Sr|Mr|Mrs|Ms|[A-Z1-9])\.)|\s[–—-]\s(?=.*[:,]\s*$)|[)\]]/,
      )
      .at(-1) ?? ''
  const parts = segment.replace(/[\s,:–—(-]+$/, '').split(/[:,]\s/)
  const endsOpen = /[:,–—(-]\s*$|\s$/.test(segment)
  const last = cleanTitle(parts.at(-1) ?? '')
  if (!endsOpen || !last || last.length > MAX_TITLE) return undefined
  return hasTitleWord(last) || (/[:–—-]\s*$/.test(segment) && isDepartment(last))
    ? shortestTitle(last)
    : undefined
}

/** 'Titolare: Geom. ' → 'Titolare: ' */
function withoutHonorifics(text: string): string {
  let rest = text
  for (
    let last = /\S+\s*$/.exec(rest)?.[0];
    last && isHonorific(last.trim());
    last = /\S+\s*$/.exec(rest)?.[0]
  ) {
    rest = rest.slice(0, -last.length)
  }
  return rest
}

/** Shortens a long clause to the part that starts with the title. */
function shortestTitle(text: string): string {
  const words = text.split(/\s+/)
  if (words.length <= 5) return text
  const first = words.findIndex((word) => isTitleWord(word))
  return words
    .slice(Math.max(0, first - 1))
    .join(' ')
    .replace(LEADING, '')
}

/** 'Maria Huber, Inhaberin', 'Maria Huber (Inhaberin)', 'Maria Huber – Leitung Verkauf'. */
function titleAfter(text: string, block: Block, mention: Mention): string | undefined {
  const after = text.slice(mention.to, Math.min(block.to, mention.to + 140))
  const match =
    /^\.?\s*(?:,?\s*(?:M\.?Sc\.?|MBA|B\.?Sc\.?|LL\.?M\.?|Ph\.?D\.?|Jr\.?|Sr\.?|III?|M\.?A\.?|B\.?A\.?|Dipl\.-\p{L}+\.?))*\s*(?:[,–—|/:(-]|\bist\b|\bis\b|\best\b)\s*([^,;|()@\d–—]{2,80})/iu.exec(
      after,
    )
  if (!match) return titleWithoutComma(after)
  const title = cleanTitle(
    match[1]!.split(/\s-\s|[.!?:]\s|\s(?:unter|erreichen|at|on|via|tel|phone|e-?mail)\b/i)[0]!,
  )
  // 'Priya Raman, MD' has a degree.
  return title && hasTitleWord(title) && !isName(title) && !isNameSuffix(title) ? title : undefined
}

/** 'Nora Quist Managing Director': name and title in two elements of one line. */
function titleWithoutComma(after: string): string | undefined {
  const words = /^\s+((?:[\p{L}'’&-]+\s?){1,5})/u.exec(after)?.[1]?.trim().split(/\s+/) ?? []
  const last = words.findLastIndex((word) => isTitleWord(word))
  return words[0] && isTitleWord(words[0]) ? words.slice(0, last + 1).join(' ') : undefined
}

/** Names in one table row, titles in another: returns the cell of the same column. */
function titleBelow(page: Page, block: Block): string | undefined {
  const own = tableCellOf(block)
  if (!own?.table) return undefined
  const rows = page.elements.filter(
    ({ name, order }) => name === 'tr' && order > own.table!.order && order < own.table!.end,
  )
  const cells = rows.filter((row) => row !== own.row).map((row) => cellsOf(row)[own.column])
  const inCell = titleInside(page, block, own.cell)
  return (
    inCell ??
    cells
      .map((cell) => (cell ? titleOrDepartment(page.text.slice(cell.from, cell.to).trim()) : undefined))
      .find(Boolean)
  )
}

function titleOrDepartment(text: string): string | undefined {
  return titleLine(text) ?? (text.length <= 40 && isDepartment(text) ? text : undefined)
}

function titleInside(page: Page, block: Block, cell: ElementNode): string | undefined {
  const next = page.blocks[page.blocks.indexOf(block) + 1]
  return next && next.from < cell.to ? titleLine(page.text.slice(next.from, next.to).trim()) : undefined
}

function titleLine(whole: string): string | undefined {
  const line = whole.split(/(?<=\p{Ll}{3})[.;]\s|\s[|•·]\s/u)[0]!
  const title =
    line.length <= MAX_TITLE && !NO_TITLE.test(line) && !COMPANY_LINE.test(line) && !isName(line)
      ? cleanTitle(line)
      : undefined
  return title && hasTitleWord(title) ? title : undefined
}

export interface TableCell {
  cell: ElementNode
  row: ElementNode
  table: ElementNode | undefined
  column: number
  columns: number
}

export function tableCellOf(block: Block | undefined): TableCell | undefined {
  const cell = closest(block?.element ?? null, ({ name }) => name === 'td' || name === 'th')
  const row = cell && closest(cell, ({ name }) => name === 'tr')
  if (!row) return undefined
  const cells = cellsOf(row)
  return {
    cell,
    row,
    table: closest(row, ({ name }) => name === 'table'),
    column: cells.indexOf(cell),
    columns: cells.length,
  }
}

/** The cell in a column headed 'Funktion' or 'Role'. */
function titleColumn(page: Page, block: Block): string | undefined {
  const cell = closest(block.element, ({ name }) => name === 'td' || name === 'th')
  const row = cell && closest(cell, ({ name }) => name === 'tr')
  const table = row && closest(row, ({ name }) => name === 'table')
  if (!table) return undefined
  const header = page.elements.find(
    (one) => one.name === 'tr' && one.order > table.order && one.order < table.end,
  )
  const column = header
    ? cellsOf(header).findIndex((one) => TITLE_HEADER.test(page.text.slice(one.from, one.to).trim()))
    : -1
  const own = column >= 0 && row !== header ? cellsOf(row)[column] : undefined
  return own && own !== cell ? cleanTitle(page.text.slice(own.from, own.to)) : undefined
}

/** The cell before the name in a table without headings: 'Gerencia | José Torres'. */
function departmentBeside(page: Page, block: Block): string | undefined {
  const own = tableCellOf(block)
  const before = own && cellsOf(own.row)[own.column - 1]
  const text = before ? page.text.slice(before.from, before.to).trim() : ''
  return text.length <= 40 && isDepartment(text) ? cleanTitle(text) : undefined
}

export function cellsOf(row: ElementNode): ElementNode[] {
  return row.children.filter(
    (child) => child.kind === 'element' && (child.name === 'td' || child.name === 'th'),
  ) as ElementNode[]
}

/** Names of businesses: 'Praxis für Psychologie', 'Maler GmbH'. */
const BUSINESS_LINE =
  /^(?:praxis|kanzlei|restaurant|hotel|studio|atelier|weingut|gasthaus|gasthof|pension|caf[eé]|bäckerei|firma|société|entreprise|cabinet|azienda|ditta|clínica|clinica|despacho|bufete|empresa|bureau|law office|school|schule|verein|club)\s/i
const COMPANY_LINE =
  /\b(?:gmbh|mbh|ug|ag|kg|ohg|gbr|e\.\s?v|e\.\s?k|sarl|sas|eurl|srl|s\.r\.l|snc|spa|s\.l|slu|ltd|limited|llc|inc|plc|bv|b\.v|oy|ab|aps|kft|s\.r\.o|sp\. z o)\b\.?/i

function isPlainLine(line: string): boolean {
  if (line.length < 3 || line.length > 50 || NO_TITLE.test(line) || /[.:;]$|\d/.test(line)) return false
  if (BUSINESS_LINE.test(line) || COMPANY_LINE.test(line)) return false
  const words = line.split(/\s+/)
  return (
    words.length <= 6 &&
    /^\p{L}/u.test(line) &&
    !isName(line) &&
    !/^(?:and|or|und|oder|et|ou)\b/.test(fold(line))
  )
}

export function cleanTitle(text: string): string | undefined {
  let title = text.replace(/\s+/g, ' ').trim()
  for (let before = ''; before !== title; ) {
    before = title
    title = title.replace(LEADING, '').replace(TRAILING, '').trim()
  }
  return title.length >= 2 && title.length <= MAX_TITLE && !NO_TITLE.test(title) ? title : undefined
}
