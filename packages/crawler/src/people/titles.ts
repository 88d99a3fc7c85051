import { fold } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import type { Block } from '../page/page-text.ts'
import type { ElementNode } from '../page/tree.ts'
import type { Field } from './column-words.ts'
import { isGivenName } from './given-names.ts'
import type { Mention } from './mentions.ts'
import { isHonorific, isNameSuffix } from './name-words.ts'
import { isNavigationLabel } from './navigation-words.ts'
import { cellOf } from './people-tables.ts'
import { departmentAbove, isDepartment, titleByClass } from './title-places.ts'
import { isTitleWord } from './title-words.ts'

const MAX_TITLE = 80
const LEADING =
  /^(?:[\s,;:.–—|/()•·*-]+|(?:our|the|your|my|a|an|ask for|contact|contact person|please contact|call|speak to|talk to|meet|e-?mail|write to|unser(?:e|em|en|er)?|ihr(?:e|em|en)?|der|die|den|dem|eine?n?|durch|vertreten durch|kontakt|frau|herrn?|notre|votre|le|la|les|l['’]|un|une|il|lo|el|los|il nostro|la nostra|nuestr[oa]|de|het|een|onze|uw|as|o|os|nosso|nossa|by|with|from|is|ist|est|è|es|and|und|et|e|y|en|i|a)(?=\s|$)\s*)/i
const TRAILING =
  /(?:[\s,;:.–—|/(•·*-]+|\s(?:is|ist|est|und|and|at|of|for|e-?mail|mail|contact|kontakt|tel\.?|phone|telefon|mobil|fax))$/i
const NO_TITLE =
  /@|§|^\s*[✓✔☑✅•▪→►★☆+]|für den inhalt|im sinne|gemäß|vertreten durch|angaben|https?:|www\.|\d{4,}|[!?]$|^(?:tel|phone|fax|e-?mail|mobil|telefon|téléphone|kontakt|contact|adresse|address|team|home|read more|mehr|profil|profile|linkedin|xing|facebook|vcard|download|bio)\b\.?:?\s*$|trai?ta?miento|traitement|trattamento|verwerking|data controller|aviso legal|pol[ií]tica|privacid|privacy|cookies|mentions l|impressum|\(twitter\)|instagram|öffnungszeiten|opening hours|^(?:telephone|telefono|teléfono|telefone|telefoon|telefax|puhelin|mobile|handy|cell(?:ulare)?|móvil|portable|call(?: us)?|e-?post|correo(?: electrónico)?|courriel|posta|indirizzo|dirección|address|anschrift|website|web|homepage|menu|menü|social(?: media)?|follow us|whatsapp|location|standort|hours|orari|horaires|horario|map|karte)\b\.?:?/i

/** Where a title may be, and the people whose names are no titles. */
export interface TitlePlace {
  isCard: boolean
  fields?: ReadonlyMap<Field, ElementNode>
  column?: readonly ElementNode[]
  mentions: readonly Mention[]
}

/** Finds the job title around a name, within `within`. */
export function findTitle(
  page: Page,
  mention: Mention,
  within: { from: number; to: number },
  place: TitlePlace,
): string | undefined {
  if (mention.title) return mention.title
  for (const title of titlesAround(page, mention, within, place))
    if (title && !namesAnyone(title, place.mentions)) return title
  return undefined
}

/** Best evidence first. */
function* titlesAround(
  page: Page,
  mention: Mention,
  within: { from: number; to: number },
  { isCard, fields, column, mentions }: TitlePlace,
): Generator<string | undefined> {
  const block = page.blocks[mention.block]!
  const inLine = (): string | undefined =>
    titleBefore(page.text, block, mention) ?? titleAfter(page.text, block, mention)
  if (fields) {
    const cell = fields.get('title')
    if (cell) return yield titleInCell(page, cell)
    yield inLine()
    return yield titleLine(lineInside(page, block, fields.get('name') ?? block.element))
  }
  if (column) {
    yield titleOrPlain(lineInside(page, block, column[0]!))
    for (const cell of column.slice(1)) yield titleOrPlain(page.text.slice(cell.from, cell.to).trim())
    return yield titleAbove(page, column[0]!)
  }
  yield inLine()
  if (isCard) yield titleByClass(page, within, mention)
  yield departmentBeside(page, block)
  const lines = linesAround(page, mention, within, isCard)
  for (const line of lines) yield titleLine(line)
  yield departmentAbove(page, mention.block, within)
  const [next = ''] = lines
  if (isCard && isPlainLine(next) && !isOtherName(page, mention, mentions)) yield cleanTitle(next)
}

/** True if the next line is a heading of the same kind as the name: another person. */
function isOtherName({ blocks }: Page, { block }: Mention, mentions: readonly Mention[]): boolean {
  const own = blocks[block]!.element.name
  return (
    /^h[1-6]$/.test(own) &&
    blocks[block + 1]?.element.name === own &&
    mentions.some((other) => other.block === block + 1)
  )
}

/** True for a text with the name of a person in it. */
function namesAnyone(title: string, mentions: readonly Mention[]): boolean {
  return mentions.some(
    ({ first_name, last_name, strength }) =>
      strength > 1 &&
      first_name &&
      last_name &&
      (title.includes(`${first_name} ${last_name}`) || title.includes(`${last_name} ${first_name}`)),
  )
}

/** The two lines below the name, then the one above. Lines beyond an address may be another person's. */
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
  const above = line(block - 1)
  return [
    next,
    isCard || !next.includes('@') ? line(block + 2) : '',
    above.includes('@') && !isCard ? '' : above,
  ]
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

/** 'Vice President (EMEA), ' */
const BRACKETED_PART = /\(([^()\n]{1,30})\)(?=\s*[,:–-])/g
/** 'Assistant to Anna Berg' is the title of somebody else. */
const FOR_ANOTHER = /\s(?:to|of|for|von|zu|für|à|du|del|voor|til|till|para|per|pour|dla)\s*$/i

/** 'Service manager: Viktor …', '… our farm manager, Rosalind …', 'Geschäftsführer Jürgen …'. */
function titleBefore(text: string, block: Block, mention: Mention): string | undefined {
  const before = withoutHonorifics(
    text.slice(Math.max(block.from, mention.from - 120), mention.from),
  ).replace(BRACKETED_PART, '$1')
  if (FOR_ANOTHER.test(before)) return undefined
  const segment =
    before
      .split(
        /[;|•·]|[.!?](?=\s)(?<!\b(?:Dr|Prof|Dipl|Mag|St|Sr|Mr|Mrs|Ms|ds|zast|Zast|stv|Stv|Asst|Ass|Dep|Dept|Gen|Dir|Abt|Nr|No|n|resp|Resp|incl|[A-Z1-9])\.)|\s[–—-]\s(?=.*[:,]\s*$)|[)\]]/,
      )
      .at(-1) ?? ''
  const parts = segment.replace(/[\s,:–—(-]+$/, '').split(/[:,]\s/)
  const endsOpen = /[:,–—(-]\s*$|\s$/.test(segment)
  const last = withTitleBefore(segment, parts)
  if (!endsOpen || !last || last.length > MAX_TITLE) return undefined
  return hasTitleWord(last) || (/[:–—-]\s*$/.test(segment) && isDepartment(last))
    ? shortestTitle(last)
    : undefined
}

/** 'Director, Sales and Marketing, ': a title that holds a comma. */
function withTitleBefore(segment: string, parts: readonly string[]): string | undefined {
  const last = cleanTitle(parts.at(-1) ?? '')
  const before = cleanTitle(parts.at(-2) ?? '')
  if (!last || !before || !segment.includes(`${parts.at(-2)}, `) || isName(last)) return last
  const words = before.split(/\s+/)
  const isTitle = words.length <= 4 && isTitleWord(words[0]!) && !words.some((word) => isGivenName(word))
  return isTitle && last.split(/\s+/).length <= 5 ? `${before}, ${last}` : last
}

/** 'Dipl.-Ing. (FH) ' */
const DEGREE_PLACE = /^\((?:FH|TU|TH|BA|DH|Univ\.?|ETH|HTL|HTBL)\)/

/** 'Titolare: Geom. ' → 'Titolare: ' */
function withoutHonorifics(text: string): string {
  let rest = text
  for (
    let last = /\S+\s*$/.exec(rest)?.[0];
    last && (isHonorific(last.trim()) || DEGREE_PLACE.test(last));
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

/** The cell under 'Funktion' or 'Role', whatever it says. */
function titleInCell(page: Page, cell: ElementNode): string | undefined {
  const text = page.text.slice(cell.from, cell.to).split('\n')[0]!.trim()
  return text.length <= MAX_TITLE ? cleanTitle(text) : undefined
}

/** The cell above the names in a column. */
function titleAbove(page: Page, cell: ElementNode): string | undefined {
  const own = cellOf(page, cell)
  const above = own?.table.rows[own.row - 1]?.[own.column]
  return above && titleOrDepartment(page.text.slice(above.from, above.to).trim())
}

function titleOrPlain(text: string): string | undefined {
  return titleOrDepartment(text) ?? (isPlainLine(text) ? cleanTitle(text) : undefined)
}

function titleOrDepartment(text: string): string | undefined {
  return titleLine(text) ?? (text.length <= 40 && isDepartment(text) ? text : undefined)
}

/** The line after a name in its cell, or ''. */
function lineInside(page: Page, block: Block, cell: ElementNode): string {
  const next = page.blocks[page.blocks.indexOf(block) + 1]
  return next && next.from < cell.to ? page.text.slice(next.from, next.to).trim() : ''
}

function titleLine(whole: string): string | undefined {
  const line = whole.split(/(?<=\p{Ll}{3})[.;]\s|\s[|•·]\s/u)[0]!
  const title =
    line.length <= MAX_TITLE && !NO_TITLE.test(line) && !COMPANY_LINE.test(line) && !isName(line)
      ? cleanTitle(line)
      : undefined
  return title && hasTitleWord(title) ? title : undefined
}

/** The cell before the name in a table without headings: 'Gerencia | José Torres'. */
function departmentBeside(page: Page, block: Block): string | undefined {
  const own = cellOf(page, block.element)
  const before = own?.table.rows[own.row]?.[own.column - 1]
  const text = before ? page.text.slice(before.from, before.to).trim() : ''
  return text.length <= 40 && isDepartment(text) ? cleanTitle(text) : undefined
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
    !isLabel(line) &&
    /^\p{L}/u.test(line) &&
    !isName(line) &&
    !/^(?:and|or|und|oder|et|ou)\b/.test(fold(line))
  )
}

/** 'Mail' and 'Read more', but not 'Partner', which is a title too. */
function isLabel(text: string): boolean {
  return isNavigationLabel(text) && !isTitleWord(text.trim())
}

export function cleanTitle(text: string): string | undefined {
  if (isLabel(text)) return undefined
  let title = text.replace(/\s+/g, ' ').trim()
  for (let before = ''; before !== title; ) {
    before = title
    title = title.replace(LEADING, '').replace(TRAILING, '').trim()
  }
  return title.length >= 2 && title.length <= MAX_TITLE && !NO_TITLE.test(title) ? title : undefined
}
