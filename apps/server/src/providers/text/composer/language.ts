import { replacePlaceholders } from '../placeholders.ts'
import { readable } from '../readable.ts'

export const LANGUAGES = ['en', 'de', 'fr', 'it', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** `other`: a language the composer can't write. */
export type Detected = Language | 'other'

function isLanguage(value: string): value is Language {
  return (LANGUAGES as readonly string[]).includes(value)
}

const list = (words: string) => new Set(words.split(' '))

/** Frequent words of each language. Similar languages are included so that they aren't mistaken for ours. */
const COMMON_WORDS: Record<string, Set<string>> = {
  en: list(
    'the a an and of to in for with on at from by our we you your is are it that this as be or not all who which have has will can per up off every each more than us they their new free hour hours day days week month year until out how what when into also no without only most their local small',
  ),
  de: list(
    'der die das und in von zu mit für auf ist im den dem des ein eine einen einem einer wir sie ihr ihre ihren ihrem ihnen unser unsere unseren unserer nicht auch bei aus nach ab bis oder sich sind werden wird kann können haben hat uns zum zur als an pro jeder jede jetzt nur mehr ohne über vom schon seit dass wenn wie du dein deine deinen euch eure kostenlos günstig sowie alle',
  ),
  fr: list(
    'le la les de des du un une et à en pour avec sur dans par nous vous votre vos notre nos est sont qui que au aux ce cette ces ou pas plus sans dès jusqu chez tous toutes tout son sa ses leur leurs être avoir il elle ils on ne se y mois jours heures entreprise gratuit devis',
  ),
  it: list(
    'il lo la i gli le di del della dei delle degli da dal in nel nella con su per tra un una uno e è sono che chi non più anche noi voi vostro vostra vostri vostre nostro nostra nostri nostre tuo tua tuoi tue suo sua al alla ai alle dalla fino ogni senza anni giorni mese ore come tutti tutte si ci vi offriamo gratuito',
  ),
  es: list(
    'el la los las de del un una unos unas y en con por para que es son se su sus tu tus nuestro nuestra nuestros nuestras al lo no más sin desde hasta como todo toda todos todas cada año años día días mes meses horas somos ofrecemos le les nos usted muy también o empresa gratis negocio',
  ),
  nl: list(
    'de het een en van voor met op in is zijn wij uw u onze ons naar bij ook niet dat die aan of als te door over tot jouw jij je we per vanaf zonder maar om worden',
  ),
  pt: list(
    'o a os as de do da dos das em no na nos nas um uma e é são para por com que não mais seu sua seus suas nosso nossa nossos ao à pelo pela você sem desde até também ou como empresa',
  ),
  sv: list(
    'och att det i en ett som på är av för med vi du ni er din ditt dina vår våra till den de inte om från utan har kan',
  ),
  da: list(
    'og at det i en et som på er af for med vi du jeres din vores til den de ikke om fra uden har kan',
  ),
  pl: list(
    'i w na z do dla się nie to jest od za oraz lub o po przez nasz nasze twoje twój państwa są jak bez',
  ),
  cs: list('a v na z do pro se není je od za nebo o po váš vaše náš naše jsme jak bez také s'),
  ro: list('și în de la cu pe pentru un o din nu este sunt care sau noi voi dvs noastre vă fără'),
  tr: list('ve bir için ile bu da de en çok size sizin bizim olan olarak daha ya her'),
  hu: list('a az és egy hogy nem is van meg vagy önnek mi az ön cég minden csak'),
}

const SPELLING: [string, RegExp, number][] = [
  ['de', /ß|\p{L}{3}(?:ungen|ung|keit|heit|schaft)\b/gu, 1.5],
  ['de', /[äöü]/gu, 0.4],
  ['fr', /[çœêâîû]|\b[ldnsj]['’]|\p{L}(?:eux|aux|ez)\b/gu, 0.7],
  ['it', /\b(?:dell|nell|all|sull|dall|un)['’]|\p{L}(?:zione|zioni|ità)\b|[ìò]/gu, 1.2],
  ['es', /[ñ¿¡]|\p{L}(?:ción|ciones|dad)\b/gu, 1.5],
  ['en', /\b\p{L}{3,}(?:ing|ly)\b|'s\b|\bth\p{L}+/gu, 0.7],
  ['it', /\p{L}{2,}iamo\b/gu, 1.5],
  ['it', /\p{L}{3,}(?:anti|enti|etti|ali|ati|ale|ato|ata|ere)\b/gu, 0.4],
  ['es', /\p{L}{2,}(?:amos|emos|imos)\b/gu, 1.2],
  ['fr', /\p{L}{3,}ons\b/gu, 0.6],
  ['pt', /[ãõ]|\p{L}(?:ção|ções)\b/gu, 2],
  ['nl', /\p{L}*ij(?:n|k|s|d|f|v|z|)\b|\p{L}*(?:aa|uu)\p{L}|\bsch\p{L}+/gu, 0.5],
  ['pl', /[łąęśżźń]/gu, 1.5],
  ['cs', /[řěůčšž]/gu, 1],
  ['sv', /å/gu, 1],
  ['da', /[æø]/gu, 1.5],
  ['ro', /[țșă]/gu, 1.5],
  ['tr', /[ığş]/gu, 1.5],
  ['hu', /[őű]/gu, 2],
]

/** Without any known word, such as for a lone product name, assumes English. */
export function detectLanguage(text: string): Detected {
  const sample = readable(text.slice(0, 8000)).normalize('NFC').toLowerCase()
  const latin = sample.match(/\p{sc=Latin}/gu)?.length ?? 0
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters > 0 && latin < letters / 2) return 'other'
  const [best] = [...scores(sample)].sort((a, b) => b[1] - a[1])
  if (!best || best[1] === 0) return 'en'
  return isLanguage(best[0]) ? best[0] : 'other'
}

function scores(sample: string): Map<string, number> {
  const found = new Map(Object.keys(COMMON_WORDS).map((language) => [language, 0]))
  for (const word of sample.match(/[\p{L}]+/gu) ?? []) {
    const speakers = Object.keys(COMMON_WORDS).filter((language) => COMMON_WORDS[language]!.has(word))
    for (const language of speakers) found.set(language, found.get(language)! + 1 / speakers.length)
  }
  for (const [language, pattern, weight] of SPELLING) {
    found.set(language, found.get(language)! + weight * (sample.match(pattern)?.length ?? 0))
  }
  return found
}

/** ISO 639-1 code of a text's language; null if not recognised. */
export function languageOf(text: string): string | null {
  const words = replacePlaceholders(text, () => '').replace(/<[^<>]*>/g, ' ')
  const language = detectLanguage(words)
  return language === 'other' ? null : language
}
