import { countWords } from '../placeholders.ts'
import type { Block } from './copy.ts'
import { declared } from './declared.ts'
import { frames } from './frames.ts'
import type { Detected, Language } from './language.ts'
import type { Seeded } from './seeded.ts'
import { calmed, capitalised, wordsInLowerCase } from './tone.ts'

/** A part of the copy that can stand in a letter. `point` isn't a sentence and needs a lead-in. */
export interface Piece {
  kind: 'sentence' | 'point'
  text: string
  /** The imperative that `text` was made from; earlier ones determine its lead-in. */
  order: string | null
  /** How informative it is, relative to other pieces. */
  score: number
  /** Starts with a reference to the piece before it. */
  leansOnPrevious: boolean
}

/** Parts of the copy that a letter can use, in order. */
export function readPieces(
  blocks: readonly Block[],
  copy: string,
  language: Detected,
  calls?: 'with calls',
): Piece[] {
  const lowered = wordsInLowerCase(copy)
  const all = blocks.flatMap((block) =>
    texts(block, language, lowered).flatMap((text) => pieceOf(text, block, language, lowered, calls)),
  )
  const withoutHeadings = all.filter(({ isHeading }) => !isHeading)
  const told = withoutHeadings.some(({ kind }) => kind === 'sentence') ? withoutHeadings : all
  const factual = told.filter((piece) => !isEmpty(piece))
  return scored(withoutRepeats(factual.length > 0 ? factual : told))
}

type Found = Omit<Piece, 'score' | 'leansOnPrevious'> & {
  isHeading: boolean
  isList: boolean
  /** An exclamation, such as "Fresh linen without the hassle!". */
  isLoud: boolean
}

function pieceOf(
  text: string,
  block: Block,
  language: Detected,
  lowered: ReadonlySet<string>,
  calls?: 'with calls',
): Found[] {
  const short = bearable(text.replace(GREETING, ''))
  const calm = short && calmed(short, language, lowered)
  const statement = calm && (declared(calm, language, 0) ?? (calls ? calm : null))
  if (!calm || !statement) return []
  const isIntroduced = block.type === 'list' && block.lead !== null
  const kind = isIntroduced || isSentence(statement, language) ? 'sentence' : 'point'
  // "Aquariums for dental surgeries" is the subject of the sentences below it.
  const isHeading = block.type === 'heading' && !/\p{N}/u.test(statement) && !FOR_WHOM.test(statement)
  const order = statement === calm ? null : calm
  const isLoud = /[!！]["”»)]*$/u.test(text) && !/\p{N}/u.test(statement)
  return [{ kind, text: ended(statement, kind), order, isHeading, isList: block.type === 'list', isLoud }]
}

const FOR_WHOM =
  /^\p{L}[^:]{3,}\s(?:for|für|pour|per|para)\s(?!(?:you|your|me|us|Sie|Ihr|dich|dein|euch|vous|votre|vos|te|voi|ti|tu|su|usted)\p{L}*(?!\p{L}))\p{L}/iu

// The letter has already greeted: drop "Hi, I'm Maya and" and keep "I teach yoga".
const GREETING =
  /^(?:hi|hello|hey|hallo|guten tag|moin|bonjour|salut|ciao|buongiorno|salve|hola|buenos días)(?: (?:there|all|everyone|zusammen|à tous|a tutti|a todos))?\s?[,!.–-]\s*(?=\p{L})/iu

/** Cuts a sentence of more than 45 words at a pause, unless a condition follows. Null if there is none. */
function bearable(text: string): string | null {
  if (countWords(text) <= MAX_SENTENCE_WORDS) return text
  // 45 words never take more characters.
  const start = text.slice(0, 1000)
  const pauses = [...start.matchAll(/\s?[;–—]\s|,\s|[；，、]/gu)].reverse()
  const pause = pauses.find(({ index, 0: mark }) => {
    const kept = countWords(text.slice(0, index))
    return kept <= MAX_SENTENCE_WORDS - 5 && kept >= 6 && !CONDITION.test(text.slice(index + mark.length))
  })
  return pause ? `${text.slice(0, pause.index)}.` : null
}

const MAX_SENTENCE_WORDS = 45
const CONDITION =
  /^(?:and |und |et |e |y )?(?:if|when|unless|only|except|provided|but|from|for|wenn|falls|sofern|nur|außer|aber|ab|für|si|sauf|seulement|mais|pour|se|solo|tranne|ma|per|salvo|sólo|excepto|pero|para)(?!\p{L})/iu

/** Joins short items with commas; whole sentences stay apart. */
function texts(block: Block, language: Detected, lowered: ReadonlySet<string>): string[] {
  if (block.type !== 'list') return [block.text]
  const items = block.items
    .map((item) => calmed(item, language, lowered)?.replace(/\.$/, '') ?? '')
    .filter(Boolean)
  if (items.some((item) => countWords(item) > 9 || isSentence(item, language))) return block.items
  const shown = items.slice(0, 5).map((item) => lowerFirst(item, language, lowered))
  if (shown.length === 0) return []
  const lead = block.lead ? calmed(block.lead, language, lowered) : null
  const colon = language === 'fr' ? ' : ' : ': '
  return [
    lead
      ? `${lead.replace(/\s?[:.?]$/, '')}${colon}${enumerated(shown, language)}`
      : enumerated(shown, language),
  ]
}

function enumerated(items: string[], language: Detected): string {
  if (items.length === 1 || language === 'other' || items.some((item) => item.includes(','))) {
    return items.join(language === 'fr' ? ' ; ' : '; ')
  }
  return `${items.slice(0, -1).join(', ')} ${frames[language].and} ${items.at(-1)}`
}

const ended = (text: string, kind: Piece['kind']) => {
  const open = text.replace(/\s*[:;,]$/, '')
  return kind === 'point'
    ? open.replace(/\.$/, '')
    : open.replace(/(?<![.?。])(["”»)]?)$/u, '$1.').replace(/\.(["”»])\.$/u, '.$1')
}

/** Claims that can't be checked, such as "Boost your sales". */
function isEmpty(piece: Found): boolean {
  if (/\p{N}/u.test(piece.text)) return false
  if (ENTRUST.test(piece.order ?? piece.text)) return true
  return piece.order !== null
    ? countWords(piece.order) < 6
    : piece.kind === 'point' && PRAISE.test(piece.text)
}

/** Appeals, such as "Let us do your books". */
const ENTRUST =
  /^(?:let us|leave it to us|überlassen Sie|laissez[- ]nous|confiez|lascia(?:te)? (?:a noi|fare a noi)|affida|deje que|deja que|déj(?:e|a)nos|confíe|confía)(?!\p{L})/iu

function withoutRepeats(pieces: Found[]): Found[] {
  const seen = new Set<string>()
  return pieces.filter(({ text }) => {
    const key = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    return key && !seen.has(key) && seen.add(key)
  })
}

const CONTACT =
  /https?:|www\.|@|\b[a-z0-9-]+\.(?:com|de|ch|fr|it|es|uk|net|org|eu|at|io|shop)\b|(?:\+|\b0|\(0)[\d\s()/.-]{8,}\d|(?:\d{3} ){2}\d{3}/iu
const LEANING =
  /^(?:this|that|these|those|it|they|he|she|therefore|so|also|and|but|because|instead|afterwards|then|dies\p{L}*|das (?:ist|sind|heißt|spart|geht)|dadurch|deshalb|daher|dabei|damit|danach|auch|und|aber|so|er|cela|ça|ce|cette|ces|il|ils|elle|elles|ainsi|donc|puis|et|mais|questo|questa|ciò|così|quindi|inoltre|poi|e|ma|esto|esta|estos|así|por eso|además|también|y|pero)(?!\p{L})/iu
/** "We also help with …" is not the main offer. */
const BESIDES = /(?<!\p{L})(?:also|auch|außerdem|aussi|également|anche|inoltre|también|además)(?!\p{L})/iu
const PRAISE =
  /(?<!\p{L})(?:best|leading|no\. ?1|number one|#1|perfect|ultimate|dream|passion\w*|love|beste[nrs]?|führend\w*|perfekt\w*|traum\w*|leidenschaft\w*|meilleure?s?|leader|parfait\w*|rêve|miglior[ei]|perfett\w*|sogn\w*|passione|mejor(?:es)?|líder\w*|sueño\w*|pasión)(?!\p{L})/iu
const FIRST_PERSON =
  /(?<!\p{L})(?:we|our|i|wir|unser\p{L}*|ich|nous|notre|nos|je|noi|nostr\p{L}+|\p{L}{3,}iamo|nuestr\p{L}+|somos|\p{L}{2,}[ae]mos)(?!\p{L})/iu

/**
 * The first sentence names the writer and scores highest, then figures, then what "we" do, early before late. Contact
 * details score least.
 */
function scored(pieces: Found[]): Piece[] {
  return pieces.map(({ isHeading, isList, isLoud, ...piece }, position) => {
    const length = countWords(piece.text)
    let score = 0
    if (position === 0 && piece.order === null) score += piece.kind === 'sentence' ? 4 : 2
    if (/\p{N}/u.test(piece.text)) score += 2
    if (FIRST_PERSON.test(piece.text)) score += /\p{N}/u.test(piece.text) ? 1 : 1.5
    score -= Math.min(position, 6) * 0.2
    if (piece.kind === 'sentence' || isList) score += 1
    if (length < 4 || length > 32) score -= 1.5
    if (PRAISE.test(piece.text) || BESIDES.test(piece.text)) score -= 1.5
    if (isHeading) score -= 1
    if (isLoud && (piece.order !== null || !FIRST_PERSON.test(piece.text))) score -= 10
    if (CONTACT.test(piece.text)) score -= 6
    return { ...piece, score, leansOnPrevious: position > 0 && LEANING.test(piece.text) }
  })
}

/** Writes pieces as they are. An initial catchphrase follows `lead` if that reads well. */
export function writePieces(
  pieces: readonly Piece[],
  language: Detected,
  lead: string,
  lowered: ReadonlySet<string>,
): string[] {
  let turn = 0
  return pieces.map((each, at) => {
    if (each.kind === 'point') {
      const isLed = at === 0 && !each.text.includes(':')
      return isLed ? `${lead} ${lowerFirst(each.text, language, lowered)}.` : `${capitalised(each.text)}.`
    }
    if (each.order === null) return capitalised(each.text)
    turn += 1
    return ended(declared(each.order, language, turn - 1) ?? each.text, 'sentence')
  })
}

/** Lower-cases the first letter unless the word may be a name. */
export function lowerFirst(text: string, language: Detected, lowered: ReadonlySet<string>): string {
  const [first = '', second = ''] = text.split(/[\s:,]+(?:&\s)?/)
  const low = text.slice(0, 1).toLowerCase() + text.slice(1)
  if (language === 'de') return lowered.has(first.toLowerCase()) || GERMAN_SMALL.test(first) ? low : text
  const isPlain = /^\p{Lu}\p{Ll}*(?:-\p{Ll}+)*(?:['’]\p{Ll}+)?$/u.test(first)
  const isName = NAMES.test(first) || (/^\p{Lu}/u.test(second) && !lowered.has(first.toLowerCase()))
  return isPlain && !isName ? low : text
}

const GERMAN_SMALL =
  /^(?:Der|Die|Das|Ein|Eine|Wir|Ab|Mit|Ohne|Für|Von|Bis|Im|In|Inklusive|Keine?|Alle|Unsere?|Auch|Immer|Pro|Jede[nrs]?|Nur|Schon|Als|Wer|Was|Wie|Wenn|Weil|Damit|So|Hier|Heute|Jetzt|Nicht|Mehr|Es|Man|Du|Seit|Bei|Nach|Zu[mr]?|Aus|Am|An|Auf|Über|Unter|Zwischen|Innerhalb|Durch|Gegen|Um|Vor|Vom|Rund|Direkt|Fertig|Diese[mnrs]?|Jedem|(?:Frisch|Neu|Klein|Groß|Gut|Echt|Fein|Sauber|Schnell|Modern|Regional|Individuell|Jung|Warm|Schön)e[nrs]?|\p{Lu}\p{Ll}+(?:lich|ig|isch|los|ell|iv|ern|hafte?|sam|bar|iert)e[nrs]?)$/u
const NAMES =
  /^(?:I|Google|Facebook|Instagram|Microsoft|WordPress|Shopify|Excel|LinkedIn|YouTube|Apple|Amazon|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|English|German|French|Italian|Spanish|Swiss|British|European|Christmas|Easter|Bluetooth|Android|Windows)$/

/** Pieces below this are left out if there are others. */
const NOT_WORTH_SAYING = -2

/**
 * The most informative pieces that fit into `budget` words, at least one, in the copy's order. The seed varies the
 * choice among nearly equal ones.
 */
export function choosePieces(pieces: readonly Piece[], budget: number, seeds: Seeded): Piece[] {
  const jitter = new Map(
    seeds.shuffled(pieces).map((each, rank) => [each, rank / Math.max(1, pieces.length)]),
  )
  const ranked = [...pieces].sort((a, b) => b.score + jitter.get(b)! - a.score - jitter.get(a)!)
  const chosen = new Set<Piece>()
  let left = budget
  for (const candidate of ranked) {
    const group = withPrevious(candidate, pieces).filter((each) => !chosen.has(each))
    const length = group.reduce((sum, each) => sum + countWords(each.text), 0)
    if (chosen.size > 0 && (length > left || candidate.score < NOT_WORTH_SAYING)) continue
    for (const each of group) chosen.add(each)
    left -= length
  }
  return pieces.filter((each) => chosen.has(each))
}

/** "It costs €19" needs the sentence before it. */
function withPrevious(piece: Piece, pieces: readonly Piece[]): Piece[] {
  const before = piece.leansOnPrevious ? pieces[pieces.indexOf(piece) - 1] : undefined
  return before ? [...(before.leansOnPrevious ? [] : [before]), piece] : [piece]
}

const SAYS: Record<Language, RegExp> = {
  en: /\b(?:we|you|they|it|i|he|she|who)\b|\b(?:is|are|was|has|have|can|will|offers?|provides?|helps?|makes?|delivers?|includes?|costs?|comes?|takes?|builds?|creates?|saves?|repairs?|cleans?|designs?|works?|keeps?|gives?|brings?|starts?|covers?|sells?|supplies|handles?|runs?|supports?|replaces?|bakes?|roasts?|grows?|prints?|writes?|trains?|installs?|means|gets?|receives?|uses?|lasts?|fits?|serves?|gain|answers?)\b/iu,
  de: /(?<!\p{L})(?:wir|ich|sie|er|es|du|ihr|man|ist|sind|hat|haben|kann|können|wird|werden|bietet|bieten|liefert|liefern|hilft|helfen|kostet|kosten|gibt|macht|machen|steht|bringt|baut|sorgt|reinigt|übernimmt|umfasst|enthält|gilt|beginnt|beträgt|reicht|spart|arbeitet|entwickelt|erstellt|kommt|bleibt|erhalten|erhält|dauert|produziert|berät|betreut|beliefert|druckt|bekommt|unterstützt)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:nous|vous|je|j['’]\p{L}+|il|elle|ils|elles|on|est|sont|a|ont|peut|propose|proposent|offre|offrent|livre|aide|aident|coûte|coûtent|comprend|permet|réalise|fabrique|assure|accompagne|c['’]est|conçoit|crée|garantit|dure|commence|inclut|travaille|reçoit|reçoivent)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:è|sono|siamo|mi chiamo|faccio|insegno|ha|hanno|abbiamo|può|possono|offre|offrono|propone|realizza|aiuta|costa|costano|comprende|include|consegna|fornisce|produce|lavora|garantisce|dura|parte|partono|permette|stampa|\p{L}{2,}iamo|ricevi|risparmi|risparmiate|ricevete|prenotano|ricevono|richiede)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:es|son|soy|somos|me llamo|hago|está|están|ha|han|tiene|hay|puede|pueden|ofrece|ofrecen|ayuda|cuesta|cuestan|incluye|incluyen|entrega|hace|trabaja|permite|garantiza|dura|tarda|llega|cuenta|recibes|recibe|ahorras|ahorra|damos|(?!últimos|próximos|mínimos|máximos)\p{L}{3,}[aei]mos)(?!\p{L})/iu,
}

/** Words that begin a sentence rather than a catchphrase. */
const OPENS: Record<Language, RegExp> = {
  en: /^(?:the|our|all|each|every|a|an|both|most|many|this|these|clients|customers|\d+)\s/iu,
  de: /^(?:die|der|das|unsere?|alle|jede[rs]?|ein|eine|viele|diese[rs]?)\s/iu,
  fr: /^(?:le|la|les|l['’]|des|nos|notre|chaque|tous|toutes|une?|ce|cette|ces)[\s'’]/iu,
  it: /^(?:il|lo|la|i|gli|le|l['’]|i nostri|ogni|un[ao]?|questo|questa|tutti|tutte)[\s'’]/iu,
  es: /^(?:el|la|los|las|nuestr[oa]s?|cada|un|una|todos|todas|este|esta)\s/iu,
}

/** "Greenlea Landscapes plans …": a coined name or one of two words, then a verb in the third person. */
const NAMED: Record<Language, RegExp> = {
  en: /^(?:(?:\p{Lu}[\p{L}&'’.-]*\s(?:& )?){2,4}|\p{Lu}\p{Ll}+\p{Lu}\p{L}+\s)\p{Ll}{3,}s\s/u,
  de: /^(?:(?:\p{Lu}[\p{L}&'’.-]*\s){2,4}|\p{Lu}\p{Ll}+\p{Lu}\p{L}+\s)\p{Ll}{2,}t\s/u,
  fr: /^(?:(?:\p{Lu}[\p{L}&'’.-]*\s){2,4}|\p{Lu}\p{Ll}+\p{Lu}\p{L}+\s)\p{Ll}{3,}(?:e|it)\s/u,
  it: /^(?:(?:\p{Lu}[\p{L}&'’.-]*\s){2,4}|\p{Lu}\p{Ll}+\p{Lu}\p{L}+\s)\p{Ll}{3,}[ae]\s/u,
  es: /^(?:(?:\p{Lu}[\p{L}&'’.-]*\s){2,4}|\p{Lu}\p{Ll}+\p{Lu}\p{L}+\s)\p{Ll}{3,}[ae]\s/u,
}

/** False in doubt: a catchphrase works after a colon either way. */
export function isSentence(text: string, language: Detected): boolean {
  if (language === 'other') return /[.!?。]$/.test(text)
  if (countWords(text) < 3) return false
  // "Price: £49 a month" reads well alone, but not after another colon.
  if (SAYS[language].test(text) || /^[^:]{3,40}\p{L}\s?: \S/u.test(text)) return true
  const isClosed = text.endsWith('.') && countWords(text) >= 5
  return isClosed && (OPENS[language].test(text) || NAMED[language].test(text))
}
