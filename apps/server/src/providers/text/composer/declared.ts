import type { Detected, Language } from './language.ts'
import { capitalised } from './tone.ts'

/**
 * Turns an advertisement's imperative ("Save 20 %") into a statement ("You can save 20 %"), for verbs with known
 * forms. `turn` counts earlier ones to vary the lead-in. Null for a bare call to action.
 */
export function declared(sentence: string, language: Detected, turn: number): string | null {
  if (language === 'other') return sentence
  const conditional = CONDITIONS[language](sentence)
  if (conditional) return conditional
  const statement = STATEMENTS[language](sentence, turn)
  if (statement) return capitalised(statement)
  return CALLS[language].test(sentence) ? null : sentence
}

/** Imperatives that only call to action. */
const CALLS: Record<Language, RegExp> = {
  en: /^(?:please |so |simply |just |then |for [^,.]{2,30}, )?(?:call|click|order|buy|visit|contact|book|sign up|register|subscribe|reply|act|hurry|grab|discover|check out|see|learn|try|join|don['’]t|do not|never|apply|ask|request|download|follow|scan|come|shop|text|e-?mail|ring|phone|find out|get in touch|get (?:yours|started|your)|talk|speak|send|hit|tap|read|watch|meet|say (?:goodbye|hello)|imagine|why not|look no further|treat|tell|upgrade your|welcome to|contact us|forget)\b/iu,
  de: /^(?:bitte |einfach |also )?(?:(?:rufen|klicken|bestellen|kaufen|besuchen|kontaktieren|buchen|melden|entdecken|testen|probieren|schauen|informieren|vereinbaren|erleben|überzeugen|fordern|schreiben|lassen|laden|warten|verpassen|greifen|sichern|holen|fragen|kommen|erfahren|vertrauen|nehmen|sprechen|folgen|abonnieren|reservieren|vergessen) sie|ruf|klick|bestell|kauf|besuch|kontaktier|buch|meld|entdeck|teste?|probier|schau|erleb|hol|komm|jetzt|willkommen|verpasse|vergiss|sag)(?!\p{L}{3,})/iu,
  fr: /^(?:n['’]|ne |alors |et )?(?:appelez|cliquez|commandez|achetez|visitez|contactez|réservez|découvrez|essayez|venez|inscrivez|demandez|téléchargez|attendez|manquez|ratez|laissez|faites|suivez|testez|rejoignez|rendez|consultez|prenez|hésitez|imaginez|offrez-vous|parlez|écrivez|bienvenue|osez|dites|craquez|dépêchez|oubliez)(?!\p{L})/iu,
  it: /^(?:non )?(?:chiama|clicca|ordina|acquista|compra|visita|contatta|prenota|scopri|prova(?! (?:gratuita|di))|vieni|iscrivi|richiedi|scarica|aspetta|perder|lascia|segui|vivi|scrivi|affidati|approfitta|benvenut|regala|dimentica)\p{L}{0,4}(?!\p{L})/iu,
  es: /^¡?(?:no )?(?:llam|haga|haz|pid|compr|visit|contact|reserv|descubr|prueb|prueb|vena|ven(?!\p{L})|inscríb|solicit|descarg|esper|pierd|dej|sígu|viv|escríb|aprovech|pregúnt|únet|bienvenid|consult|regal|olvid|olvíd)\p{L}{0,6}(?!\p{L})/iu,
}

const lower = (text: string) => text[0]!.toLowerCase() + text.slice(1)
const cycle = (leads: string[], turn: number) => leads[turn % leads.length]!

const EN_VERBS =
  /^(?:take|track|manage|accept|automate|schedule|save|get|enjoy|boost|increase|reduce|cut|lower|grow|improve|win|attract|protect|make|turn|keep|build|find|gain|give|offer|let (?:us|our)|stop|choose|start|use|add|reach|earn|receive|benefit|pay|free up|spend|serve|replace|swap|switch|bring|avoid|show|create|switch|have|rely on|delight|impress|speed up)\b/iu
const DE_VERBS =
  /^(sparen|gewinnen|senken|steigern|reduzieren|verbessern|erhalten|erreichen|schützen|verkürzen|vermeiden|bekommen|profitieren|erhöhen|optimieren|entlasten|begeistern|zahlen|nutzen|behalten|verwandeln|bieten|zeigen|setzen) Sie\b/iu
const DE_FAMILIAR: Record<string, string> = {
  spare: 'sparst',
  gewinne: 'gewinnst',
  senke: 'senkst',
  steigere: 'steigerst',
  erhalte: 'erhältst',
  nutze: 'nutzt',
  profitiere: 'profitierst',
  verbessere: 'verbesserst',
  reduziere: 'reduzierst',
  zahle: 'zahlst',
  erreiche: 'erreichst',
}
const IT_FAMILIAR: Record<string, string> = {
  risparmia: 'risparmi',
  riduci: 'riduci',
  aumenta: 'aumenti',
  migliora: 'migliori',
  ottieni: 'ottieni',
  ricevi: 'ricevi',
  proteggi: 'proteggi',
  attira: 'attiri',
  paga: 'paghi',
  guadagna: 'guadagni',
}
const ES_FAMILIAR: Record<string, string> = {
  ahorra: 'ahorras',
  reduce: 'reduces',
  mejora: 'mejoras',
  aumenta: 'aumentas',
  consigue: 'consigues',
  recibe: 'recibes',
  disfruta: 'disfrutas',
  protege: 'proteges',
  atrae: 'atraes',
  gana: 'ganas',
  obtén: 'obtienes',
  paga: 'pagas',
}
const ES_FORMAL: Record<string, string> = {
  ahorre: 'ahorra',
  reduzca: 'reduce',
  mejore: 'mejora',
  aumente: 'aumenta',
  consiga: 'consigue',
  reciba: 'recibe',
  disfrute: 'disfruta',
  proteja: 'protege',
  atraiga: 'atrae',
  gane: 'gana',
  obtenga: 'obtiene',
  pague: 'paga',
}

type Statement = (sentence: string, turn: number) => string | null

const STATEMENTS: Record<Language, Statement> = {
  en: (text, turn) => {
    if (!EN_VERBS.test(text)) return null
    return `${cycle(['You can', 'You can also', 'It lets you'], turn)} ${lower(text)}`
  },
  de: (text, turn) => {
    const lead = cycle(['', 'Außerdem', 'Zudem'], turn)
    const formal = DE_VERBS.exec(text)
    if (formal) {
      const [verb, rest] = [formal[1]!.toLowerCase(), text.slice(formal[0].length)]
      return lead ? `${lead} ${verb} Sie${rest}` : `Sie ${verb}${rest}`
    }
    return withMappedVerb(text, DE_FAMILIAR, (verb, rest) =>
      lead ? `${lead} ${verb} du ${rest}` : `Du ${verb} ${rest}`,
    )
  },
  fr: (text, turn) => {
    if (
      CALLS.fr.test(text) ||
      !/^\p{L}+ez (?!vous\b|nous\b)/iu.test(text) ||
      /^(?:soyez|ayez|sachez|chez|assez) /iu.test(text)
    )
      return null
    return `${cycle(['Vous', 'De plus, vous', 'Enfin, vous'], turn)} ${lower(text)}`
  },
  it: (text, turn) => {
    const lead = cycle(['', 'Inoltre ', 'Infine '], turn)
    if (
      /^(?:risparmiate|riducete|aumentate|migliorate|ottenete|ricevete|proteggete|attirate|pagate|guadagnate)(?!\p{L})/iu.test(
        text,
      )
    )
      return `${lead}${lower(text)}`
    return withMappedVerb(text, IT_FAMILIAR, (verb, rest) => `${lead}${verb} ${rest}`)
  },
  es: (text, turn) => {
    const lead = cycle(['', 'Además, ', 'También '], turn)
    return (
      withMappedVerb(text, ES_FORMAL, (verb, rest) => `${lead}usted ${verb} ${rest}`) ??
      withMappedVerb(text, ES_FAMILIAR, (verb, rest) => `${lead}${verb} ${rest}`)
    )
  },
}

function withMappedVerb(
  text: string,
  verbs: Record<string, string>,
  write: (verb: string, rest: string) => string,
) {
  const [first = '', ...rest] = text.split(' ')
  const verb = Object.hasOwn(verbs, first.toLowerCase()) ? verbs[first.toLowerCase()] : undefined
  return verb && rest.length > 0 ? write(verb, rest.join(' ')) : null
}

/** "Book before 1 May and receive 10 %" becomes "If you book before 1 May, you receive 10 %". */
const CONDITIONS: Record<Language, (sentence: string) => string | null> = {
  en: (text) => {
    const found =
      /^(book|order|sign up|buy|register|subscribe|join|reply|switch) (.{3,120}?),? and (?:you(?:['’]ll| will)? )?(get|receive|save|pay) (.+)$/iu.exec(
        text,
      )
    if (found) return `If you ${lower(found[1]!)} ${found[2]}, you ${found[3]!.toLowerCase()} ${found[4]}`
    const delivered = /^order (before|by) (.{2,40}?) for ((?:free )?(?:next|same)[- ].+)$/iu.exec(text)
    return delivered
      ? `If you order ${delivered[1]!.toLowerCase()} ${delivered[2]}, you get ${delivered[3]}`
      : null
  },
  de: (text) => {
    const found =
      /^(bestellen|buchen|reservieren|kaufen) Sie (.{3,120}?),? und (erhalten|sparen|bekommen|zahlen|profitieren) Sie (.+)$/iu.exec(
        text,
      )
    return found
      ? `${capitalised(found[1]!)} Sie ${found[2]}, ${found[3]!.toLowerCase()} Sie ${found[4]}`
      : null
  },
  fr: (text) => {
    const found =
      /^(commandez|réservez|achetez|inscrivez-vous) (.{3,120}?),? et (recevez|économisez|profitez|bénéficiez|payez) (.+)$/iu.exec(
        text,
      )
    if (!found) return null
    const verb = found[1]!.toLowerCase().replace('inscrivez-vous', 'vous inscrivez')
    return `Si vous ${verb} ${found[2]}, vous ${found[3]!.toLowerCase()} ${found[4]}`
  },
  it: (text) => {
    const found =
      /^(ordin|prenot|acquist)(a|ate) (.{3,120}?),? e (ricev|risparmi|pag)(i|a|ete|ate) (.+)$/iu.exec(text)
    if (!found) return null
    const isPlural = found[2] === 'ate'
    const second =
      found[4] === 'ricev'
        ? isPlural
          ? 'ricevete'
          : 'ricevi'
        : isPlural
          ? `${found[4]}ate`
          : { risparmi: 'risparmi', pag: 'paghi' }[found[4]!]
    return `Se ${found[1]!.toLowerCase()}${isPlural ? 'ate' : 'i'} ${found[3]}, ${second} ${found[6]}`
  },
  es: (text) => {
    const found = /^(reserv|compr)(a|e) (.{3,120}?),? y (recib|ahorr)(a|e) (.+)$/iu.exec(text)
    if (!found) return null
    const isFamiliar = found[2] === 'a'
    const second = found[4] === 'recib' ? `recibe${isFamiliar ? 's' : ''}` : `ahorra${isFamiliar ? 's' : ''}`
    return `Si ${found[1]!.toLowerCase()}a${isFamiliar ? 's' : ''} ${found[3]}, ${second} ${found[6]}`
  },
}
