import { detectLanguage } from './composer/language.ts'
import { amountsIn, digitRuns, numbersIn, phonesIn } from './facts.ts'
import { inventedNames } from './names.ts'
import { readable } from './readable.ts'

/**
 * Returns the facts of a suggested answer that are in none of `sources`, as written: numbers, days, times, prices,
 * addresses, links and names. Strict in doubt: a fact in another spelling counts as invented. German names that look
 * like nouns are recognised only after titles and on lines of their own.
 */
export function inventedFacts(sources: readonly string[], text: string): string[] {
  const known = plain(sources.map(readable).join('\n'))
  const said = plain(readable(text))
  return [
    ...inventedNumbers(known, said),
    ...missing(amountsIn(known), amountsIn(said)),
    ...missing(datesIn(known), datesIn(said)),
    ...missing(timesIn(known, ':h.'), timesIn(said, ':h')),
    ...missing(daysIn(known), daysIn(said)),
    ...missing(linksIn(known), linksIn(said)),
    ...missing(phones(known), phones(said)),
    ...namesNotIn(known, said),
  ]
}

/** Facts by their spelling. */
type Facts = Map<string, string>

function missing(known: Facts, said: Facts): string[] {
  const values = new Set(known.values())
  return [...said].filter(([, value]) => !values.has(value)).map(([shown]) => shown)
}

/** Full-width digits become plain ones; invisible characters, which could split a fact, are removed. */
const plain = (text: string): string =>
  text.normalize('NFKC').replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')

/** Lower case without accents. */
const fold = (text: string): string =>
  text.toLowerCase().replaceAll('’', "'").normalize('NFD').replace(/\p{M}/gu, '')

const GROUPED = /\d+(?:[.,'’]\d+)+/g

function inventedNumbers(source: string, text: string): string[] {
  const dates = [...datesIn(source).values(), ...timesIn(source, ':h.').values()].join(' ')
  // The 490 of 1,490 is no number of its own.
  const runs = digitRuns(`${source.replace(GROUPED, ' ')} ${dates}`)
  const known = new Set([...numbersIn(source).values(), ...runs])
  const foreign = text.match(/[^\P{Nd}0-9]+/gu) ?? []
  return [
    ...[...numbersIn(text)].filter(([, value]) => !known.has(value)).map(([shown]) => shown),
    ...foreign.filter((digits) => !source.includes(digits)),
  ]
}

const phones = (text: string): Facts => new Map(phonesIn(text).map((phone) => [phone, phone]))

/** In English, German, French, Spanish, Italian, Dutch, Portuguese and Polish, folded. */
const MONTHS = [
  'january|januar|janner|janvier|enero|gennaio|januari|janeiro|stycznia|styczniu|styczen|jan',
  'february|februar|fevrier|febrero|febbraio|februari|fevereiro|lutego|lutym|luty|feb',
  'march|marz|mars|marzo|maart|marco|marca|marcu|marzec',
  'april|avril|abril|aprile|kwietnia|kwietniu|kwiecien|apr',
  'may|mai|mayo|maggio|mei|maio|maja|maju',
  'june|juni|juin|junio|giugno|junho|czerwca|czerwcu|czerwiec|jun',
  'july|juli|juillet|julio|luglio|julho|lipca|lipcu|lipiec|jul',
  'august|aout|agosto|augustus|sierpnia|sierpniu|sierpien|aug',
  'september|septembre|septiembre|settembre|setembro|wrzesnia|wrzesniu|wrzesien|sep',
  'october|oktober|octobre|octubre|ottobre|outubro|pazdziernika|pazdzierniku|pazdziernik|oct|okt',
  'november|novembre|noviembre|novembro|listopada|listopadzie|listopad|nov',
  'december|dezember|decembre|diciembre|dicembre|dezembro|grudnia|grudniu|grudzien|dec|dez',
]
const ANY_MONTH = MONTHS.join('|')

/** Dates as the pair of day and month in ascending order, since 3/12 is December or March. */
function datesIn(text: string): Facts {
  const found: Facts = new Map()
  const add = (shown: string, a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a]
    if (low >= 1 && low <= 12 && high <= 31) found.set(shown, `${low}/${high}`)
  }
  for (const [shown, a, b] of text.matchAll(/(?<![\d.,])(\d{1,2})[./-](\d{1,2})(?!\d)/g))
    add(shown, Number(a), Number(b))
  const ordinal = '(?:st|nd|rd|th|er|\\.|o)?'
  const written = new RegExp(
    `(?<!\\d)(\\d{1,2})${ordinal}\\s+(?:of\\s+|de\\s+|d')?(${ANY_MONTH})(?!\\p{L})|(?<!\\p{L})(${ANY_MONTH})\\.?\\s+(?:the\\s+)?(\\d{1,2})(?!\\d)`,
    'giu',
  )
  for (const [shown, day, month, monthFirst, dayAfter] of fold(text).matchAll(written))
    add(shown, Number(day ?? dayAfter), monthNumber(month ?? monthFirst ?? ''))
  return found
}

const monthNumber = (name: string): number => 1 + MONTHS.findIndex((names) => names.split('|').includes(name))

/** 14:30 and 14h30 as 14:30; 2 pm as it is. */
function timesIn(text: string, signs: string): Facts {
  const found: Facts = new Map()
  const digits = new RegExp(`(?<![\\d.,:])(\\d{1,2})\\s?[${signs}]\\s?(\\d{2})(?!\\d)`, 'gi')
  for (const [shown, hour, minute] of text.matchAll(digits)) found.set(shown, `${Number(hour)}:${minute}`)
  for (const [shown, hour, minute, half] of text.matchAll(
    /(?<!\d)(\d{1,2})(?::(\d{2}))?\s?([ap])\.?m(?!\p{L})/giu,
  ))
    found.set(shown, `${Number(hour)}:${minute ?? '00'} ${half!.toLowerCase()}m`)
  return found
}

/** Days by what they mean in any of the languages. "May" and "march" count beside words or numbers of dates only. */
const DAYS: [meaning: string, words: string][] = [
  ['monday', 'mondays?|montags?|lundis?|lunes|lunedi|maandag|segunda(?:-feira)?|poniedzial(?:ek|ku)'],
  ['tuesday', 'tuesdays?|dienstags?|mardis?|martes|martedi|dinsdag|terca-feira|wtor(?:ek|ku)'],
  ['wednesday', 'wednesdays?|mittwochs?|mercredis?|miercoles|mercoledi|woensdag|quarta-feira|srod[ae]'],
  ['thursday', 'thursdays?|donnerstags?|jeudis?|jueves|giovedi|donderdag|quinta-feira|czwart(?:ek|ku)'],
  ['friday', 'fridays?|freitags?|vendredis?|viernes|venerdi|vrijdag|sexta-feira|piat(?:ek|ku)'],
  ['saturday', 'saturdays?|samstags?|sonnabends?|samedis?|sabados?|sabato|zaterdag|sobot[aey]'],
  ['sunday', 'sundays?|sonntags?|dimanches?|domingos?|domenica|zondag|niedziel[aei]'],
  ['weekend', 'weekends?|week-ends?|wochenenden?|fin de semana|fine settimana|fim de semana'],
  ['today', "today|tonight|heute|aujourd'hui|ce soir|hoy|oggi|stasera|vandaag|vanavond|hoje|dzisiaj|dzis"],
  [
    'day after',
    'day after tomorrow|ubermorgen|apres-demain|pasado manana|dopodomani|overmorgen|depois de amanha|pojutrze',
  ],
  [
    'tomorrow',
    '(?<!day after )tomorrow|(?<!guten )morgen|(?<!apres-)demain|(?<!la |pasado )manana|domani|(?<!depois de )amanha|jutro',
  ],
  ['yesterday', 'yesterday|gestern|ayer|ieri|gisteren|ontem|wczoraj'],
  [
    'this week',
    'this week|dieser? woche|cette semaine|esta semana|questa settimana|deze week|esta semana|w tym tygodniu',
  ],
  [
    'next week',
    'next week|(?:nachste|kommende)[nr]? woche|semaine prochaine|proxima semana|semana que viene|prossima settimana|settimana prossima|volgende week|proxima semana|semana que vem|przysz(?:l|ł)ym tygodniu',
  ],
  [
    'next month',
    'next month|(?:nachste|kommende)[nr] monats?|mois prochain|proximo mes|mes que viene|prossimo mese|mese prossimo|volgende maand|proximo mes|mes que vem|przysz(?:l|ł)ym miesiacu',
  ],
  ['this month', 'this month|diese[nrms]? monats?|ce mois(?:-ci)?|este mes|questo mese|deze maand'],
  ['this year', "this year|dieses jahr|cette annee|este ano|quest'anno|dit jaar|w tym roku"],
  [
    'next year',
    "next year|(?:nachste[ns]?|kommende[ns]?) jahre?s?|annee prochaine|l'an prochain|proximo ano|ano que viene|ano que vem|prossimo anno|anno prossimo|l'anno prossimo|volgend jaar|przysz(?:l|ł)ym roku",
  ],
  ['noon', 'noon|midday|mittags?|midi|mediodia|mezzogiorno|middaguur|meio-dia|poludnie'],
  ['midnight', 'midnight|mitternacht|minuit|medianoche|mezzanotte|middernacht|meia-noite|polnoc'],
  [
    'this morning',
    'this morning|heute (?:morgen|fruh|vormittag)|ce matin|esta manana|stamattina|questa mattina|vanmorgen|vanochtend',
  ],
  [
    'this afternoon',
    'this afternoon|heute nachmittag|cet apres-midi|esta tarde|questo pomeriggio|oggi pomeriggio|vanmiddag',
  ],
  ['this evening', 'this evening|heute abend|esta noche|questa sera|esta noite'],
  [
    'end of the week',
    'end of (?:the|this|next) week|ende (?:der|dieser|nachster) woche|wochenende|fin de (?:la )?semaine|fin de semana|finales de (?:la )?semana|fine (?:della )?settimana|einde van de week|eind van de week',
  ],
  [
    'end of the month',
    'end of (?:the|this|next) month|(?:ende (?:des|dieses) monats|monatsende)|fin (?:du|de) mois|fin(?:ales)? de mes|fine (?:del )?mese|eind(?:e)? van de maand',
  ],
  [
    'end of the year',
    'end of (?:the|this) year|ende (?:des|dieses) jahres|jahresende|fin de (?:l.)?annee|fin(?:ales)? de ano|fine (?:dell.)?anno|eind(?:e)? van het jaar',
  ],
  ['quarter', 'q[1-4]|(?:first|second|third|fourth|last|this|next) quarter|quartals?|trimestres?|kwartaal'],
  [
    'spring',
    '(?:in|this|next|by|until|before|after) (?:the )?spring|fruhling|fruhjahr|printemps|primavera|voorjaar|lente',
  ],
  ['summer', 'summer|sommer|ete(?= (?:prochain|dernier))|cet ete|verano|estate|zomer|verao|latem'],
  [
    'autumn',
    'autumn|(?:in|this|next) (?:the )?fall|herbst|automne|otono|autunno|herfst|najaar|outono|jesienia',
  ],
  ['winter', 'winter|hiver|invierno|inverno|zima'],
  ...MONTHS.map((names, index): [string, string] => [
    `month ${index + 1}`,
    names.replace(
      /^(march|may)/,
      '(?:(?<=(?:in|of|by|on|until|till|before|after|since|early|late|mid|this|next|from|to|or|and|around) )$1|$1(?= \\d))',
    ),
  ]),
]
const DAY_PATTERNS = DAYS.map(
  ([meaning, words]) => [meaning, new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'gu')] as const,
)

function daysIn(text: string): Facts {
  const folded = fold(text)
  const found: Facts = new Map()
  for (const [meaning, pattern] of DAY_PATTERNS)
    for (const [shown] of folded.matchAll(pattern)) found.set(shown, meaning)
  for (const [shown, pair] of datesIn(text))
    for (const number of pair.split('/')) {
      if (Number(number) <= 12) found.set(`${shown} ${number}`, `month ${number}`)
    }
  return found
}

const LINK =
  /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"“”«»]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\p{L}\p{N}@.])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/[^\s<>"“”«»]*)?/giu

/** Web and email addresses. The host of a link is not the link. */
const linksIn = (text: string): Facts =>
  new Map(
    (text.match(LINK) ?? []).map((found) => {
      const shown = found.replace(/[.,;:!?)\]'’]+$/, '')
      const bare = shown
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/^www\./, '')
      return [shown, bare.replace(/\/$/, '')]
    }),
  )

/** Titles, forms of address, greetings and closings, which are capitalised and no names. */
const ORDINARY =
  'Mr Mrs Ms Miss Dr Prof Sir Madam Herr Herrn Frau Madame Monsieur Mme Señor Señora Sr Sra Signor Signora Sig Dott Mevrouw Meneer Dhr Mevr Lei Suo Sua Suoi Sue Le La Vi Voi Vostro Vostra Usted Ustedes Ud Uds Vous U Uw OK PDF FAQ Hi Hello Hey Dear Good Morning Afternoon Evening Hallo Guten Tag Morgen Abend Liebe Lieber Moin Servus Grüezi Bonjour Bonsoir Salut Cher Chère Hola Estimado Estimada Buenos Buenas Ciao Buongiorno Buonasera Gentile Salve Beste Geachte Dag Kind Best Warm Regards Wishes Thanks Thank You Many Cheers Sincerely Yours Viele Grüße Gruß Grüsse Herzliche Freundliche Schöne Vielen Dank Danke Cordialement Merci Bien Saludos Un Cordial Saludo Gracias Muchas Atentamente Cordiali Distinti Saluti Grazie Mille Groeten Groet Vriendelijke Dank Met Bedankt Great Perfect Perfekt Super Parfait Perfecto Perfetto Prima Gerne Ja Yes Oui Si Sí Sì Nein Nee No Non'
const isOrdinary = new Set(fold(ORDINARY).split(' '))

/** Words that begin a sentence and aren't names, before a verb. */
const OPENERS = new Set(
  fold(
    'i we you they he she it this that these those there here what who which where when how why our your my their his her everything nothing something someone anyone each both all one if so and but as not ich wir sie er es das dies diese dieser dieses hier da dort was wer wie wo wann unser unsere ihr ihre mein meine alles nichts so und aber je nous vous il elle on ce cela ça tout ceci notre votre mon ma qui quand comment ou yo nosotros usted él ella esto eso esta este todo nuestro nuestra su lo la el le quien cuando como donde io noi lei lui questo questa ciò tutto nostro nostra il chi quando come dove non ik wij u hij zij het dit dat er alles ons onze mijn wie wat waar hoe',
  ).split(' '),
)
const PERSON_VERB =
  '(?:will|has|is|can|would|could|should|wird|hat|ist|kann|könnte|würde|va|a|est|peut|pourra|può|ha|è|será|sarà|tiene|es|puede|zal|heeft|kan)'
const AFTER_START = new RegExp(`(?:^|[.!?]\\s+|\\n)(\\p{Lu}[\\p{L}'-]+)\\s+${PERSON_VERB}(?!\\p{L})`, 'gu')
const AFTER_TITLE =
  /(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herrn?|Frau|Madame|Monsieur|Mme|Señora?|Sra?|Signora?|Mevrouw|Meneer|Dhr|Mevr|Kolleg(?:e|en|in)|Name ist|heiße|namens|Firma|bin)\.?\s+(\p{Lu}[\p{L}'-]+)/gu
const GERMAN_ADDRESS = /^(?:Sie|Ihnen|Ihr\p{L}{0,2})$/u

function namesNotIn(source: string, text: string): string[] {
  const known = new Set(fold(source).match(/[\p{L}\p{N}]+/gu) ?? [])
  const isKnown = (word: string) => {
    const low = fold(word)
    const parts = [low, low.replace(/'s?$/, ''), ...low.split(/['-]/).filter((part) => part.length > 2)]
    return isOrdinary.has(low) || parts.some((part) => known.has(part)) || GERMAN_ADDRESS.test(word)
  }
  const said = withoutOthers(text)
  const inPlace = [...said.matchAll(AFTER_TITLE), ...startsOf(said), ...linesOf(said)].map(
    ([, word]) => word!,
  )
  const anywhere = inventedNames(said, `${source} ${ORDINARY}`, detectLanguage(text))
  return [...new Set([...inPlace, ...anywhere])].filter((word) => !isKnown(word))
}

/** Without links and days, and without signs behind which a word would count as the first of a sentence. */
function withoutOthers(text: string): string {
  const words = new Set(text.match(/\p{L}+/gu))
  const days = new Set([...words].filter((word) => daysIn(`in ${word}`).size > 0))
  return text
    .replace(LINK, 'x')
    .replace(/[“”"«»„‚‘()[\]*]/gu, ' ')
    .replace(/[:;](?=\s)/g, ',')
    .replace(/\p{L}+/gu, (word) => (days.has(word) ? 'x' : word))
}

/** 'Maria will call you.' */
const startsOf = (text: string): string[][] =>
  [...text.matchAll(AFTER_START)]
    .filter(([, word]) => !OPENERS.has(fold(word!)))
    .map(([all, word]) => [all, word!])

/** Capitalised words of a greeting or a signature: a short line without other words. */
const linesOf = (text: string): string[][] =>
  text.split('\n').flatMap((line) => {
    const words = line.match(/\p{L}[\p{L}'’-]*/gu) ?? []
    const isShort = words.length > 0 && words.length <= 5 && !/[.?]\s*$/.test(line)
    return isShort && words.every((word) => /^\p{Lu}/u.test(word)) ? words.map((word) => [line, word]) : []
  })
