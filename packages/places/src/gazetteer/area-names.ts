import { foldedWords } from '../text/fold.ts'

/** Kinds of areas, which people leave out of names. */
const KIND =
  /^(?:stadt|marktgemeinde|gemeinde|bezirk|wahlkreis|landkreis|kreis|kanton|canton|cantone|cant[oó]|region|r[ée]gion|regione|regi[oó]n?|provincia|province|provincie|d[ée]partement|commune|comune|comú|ville|municipality|municipio|city|town|county|district|distrito|distretto|arrondissement|state|stato|estado|f[üu]rstentum|principality|principaut[ée]|principat|parr[oò]quia|parish)(?:\s+(?:of|de|du|des|di|del|della|d'|d’|la|le))*\s+/i

const NAME_KEY =
  /^(?:name|alt_name|official_name|int_name|short_name|loc_name|old_name|reg_name|nat_name)(?::[a-z]{2,3}(?:-[A-Za-z]+)?)?$/

/** Names are written with and without articles: les Escaldes, Escaldes. */
const ARTICLES = new Set(
  'the el la le les los las els il lo gli der die das den de du del della di da of'.split(' '),
)

/** Names that people may type for an area: folded, in all languages, without kind and articles. */
export function areaNames(tags: Record<string, string>): string[] {
  const names = new Set<string>()
  for (const [key, value] of Object.entries(tags))
    if (NAME_KEY.test(key))
      for (const name of value.split(/[;/]/)) {
        for (const form of nameForms(name)) names.add(form)
        for (const form of shortForms(name)) names.add(SHORT + form)
      }
  return [...names]
}

/** Prefix of a short name, which only counts if no area has it as its full name. */
export const SHORT = 'short:'

/** The part that distinguishes towns of one name: Sant Julià de Lòria, Frankfurt am Main. */
const WHICH_ONE =
  /(?:\s+|-)(?:de|del|des|du|di|da|do|dos|d['’]|am|an|im|in|auf|bei|ob|sur|sous|lès|lez|près|en|upon|on|under|by|near|aan|op|bij|sul|sulla|nad|pod)(?=[\s-]|(?<=['’])).*$|-.*$|\s+\/.*$/iu
const SAINTS_AND_SIDES =
  /^(?:st|monte|ober|unter|gross|klein|north|south|upper|lower|villa|ville|ciudad|castel|castello|porto|puerto|pueblo)$/

function shortForms(name: string): string[] {
  const words = foldedWords(name.replace(WHICH_ONE, ''))
  const short = withoutArticle(words).join(' ')
  const isWhole = words.length === foldedWords(name).length
  return isWhole || words.join(' ').length < 4 || SAINTS_AND_SIDES.test(short) ? [] : [words.join(' '), short]
}

export function nameForms(name: string): string[] {
  const plain = name.replace(/\([^)]*\)/g, ' ').trim()
  const forms = [plain, withoutKind(plain)].flatMap((form) => {
    const words = foldedWords(form)
    return [words.join(' '), withoutArticle(words).join(' '), words.join('')]
  })
  return [...new Set(forms)].filter((form) => form.length > 1)
}

/** 'Stadt Feldkirch' becomes Feldkirch. */
export function withoutKind(name: string): string {
  const short = name.replace(KIND, '')
  return short.length > 1 ? short : name
}

/** True if the text names a canton or district rather than the town of that name. */
export function hasKind(text: string): boolean {
  return KIND.test(text.trim())
}

export function withoutArticle(words: readonly string[]): readonly string[] {
  let from = 0
  while (from < words.length - 1 && ARTICLES.has(words[from]!)) from++
  return words.slice(from)
}

/** Lookup forms of folded words: unchanged, without article, without spaces. */
export function areaNameForms(words: readonly string[]): string[] {
  const forms = [words.join(' '), withoutArticle(words).join(' '), words.join('')]
  return [...new Set(forms)].filter((form) => form.length > 1)
}
