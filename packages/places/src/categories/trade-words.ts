import { foldedWords } from '../text/fold.ts'

interface TradeWords {
  /** Come after the trade, as a word or as the end of its word. */
  after: ReadonlySet<string>
  /** Come before the trade, with or without a preposition. */
  before: ReadonlySet<string>
  /** Keys of tags that such a business can have. */
  keys: RegExp
}

const words = (text: string): ReadonlySet<string> => new Set(foldedWords(text))

const TRADE_WORDS: readonly TradeWords[] = [
  {
    after:
      words(`shop shops store stores merchant merchants seller showroom outlet boutique Laden Läden Geschäft Geschäfte
      Fachgeschäft Handlung Handel Händler`),
    before: words(
      'magasin magasins boutique vente marchand negozio negozi bottega vendita tienda tiendas comercio venta',
    ),
    keys: /^(?:shop|craft)=/,
  },
  {
    after:
      words(`center centers centre centres contractor contractors company companies firm firms business businesses
      service services specialist specialists expert experts dealer dealers supplier suppliers studio studios workshop
      provider Betrieb Betriebe Firma Firmen Dienst Unternehmen Meister Spezialist Zentrum Werkstatt`),
    before:
      words(`centre entreprise entreprises société atelier spécialiste service studio centro impresa ditta azienda
      servizio servizi empresa empresas taller servicio servicios especialista`),
    keys: /^(?:shop|craft|office|amenity|healthcare|healthcare:speciality|leisure|tourism)=/,
  },
  {
    after: words(
      'therapist therapists therapy clinic clinics practice practitioner salon salons Therapeut Therapie Praxis',
    ),
    before: words('cabinet clinique salon thérapeute salone studio clinica clínica consultorio salón'),
    keys: /^(?:shop|craft|healthcare|healthcare:speciality|amenity|leisure)=/,
  },
  {
    after:
      words(`class classes lesson lessons course courses school teacher instructor coach trainer Kurs Kurse Unterricht
      Schule Lehrer`),
    before: words('cours école leçons corso corsi scuola lezioni clases clase curso cursos escuela'),
    keys: /^(?:amenity|leisure|sport|craft)=/,
  },
]

const PREPOSITIONS = words('de des du d di del della dei degli delle da per pour para en in')

/** Shortest trade within a word, as in Teeladen. */
const MIN_TRADE = 3

/** Trades in a phrase, without the word for shop, company or practice. */
export function* tradesIn(phrase: readonly string[]): Generator<{ trade: readonly string[]; keys: RegExp }> {
  const [first, second] = phrase
  const last = phrase.at(-1)!
  for (const { after, before, keys } of TRADE_WORDS) {
    if (phrase.length === 1) {
      for (const trade of beginnings(last, after)) yield { trade: [trade], keys }
      continue
    }
    if (after.has(last)) yield { trade: phrase.slice(0, -1), keys }
    const from = PREPOSITIONS.has(second!) ? 2 : 1
    if (before.has(first!) && from < phrase.length) yield { trade: phrase.slice(from), keys }
  }
}

/** The beginnings of a word that ends with one of the endings; with and without a linking n or s. */
function* beginnings(word: string, endings: ReadonlySet<string>): Generator<string> {
  for (const ending of endings) {
    if (!word.endsWith(ending) || word.length < ending.length + MIN_TRADE) continue
    const beginning = word.slice(0, -ending.length)
    yield beginning
    if (/[ns]$/.test(beginning) && beginning.length > MIN_TRADE) yield beginning.slice(0, -1)
  }
}
