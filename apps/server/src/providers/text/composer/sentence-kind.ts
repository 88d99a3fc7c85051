import { countWords } from '../placeholders.ts'
import type { Detected, Language } from './language.ts'

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
