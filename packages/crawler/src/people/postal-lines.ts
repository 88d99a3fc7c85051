import { fold } from '../page/clean-text.ts'

/** Street words before the name that mean nothing else. */
const SURE_BEFORE =
  'rue|avenue|boulevard|bd|blvd|impasse|chemin|quai|esplanade|faubourg|lieu-dit|viale|piazza|piazzale|p\\.?zza|vicolo|contrada|calle|c/|avenida|avda|avd|paseo|plaza|carrer|travesia|glorieta|poligono|rua|praca|travessa|ulica|ul|aleja|plac|ulice|namesti|ulitsa|strada|calea|bulevardul|jalan|jln'
/** Words that mean a street only next to a number. */
const UNSURE_BEFORE =
  'via|v\\.?le|corso|largo|localita|loc|frazione|fraz|place|pl|allee|allees|route|rte|square|cours|passage|parc|residence|av|ave|al|os|osiedle|pg|ronda|camino|alameda|estrada|urb|edificio|edif|str|zona industriale|zac|za|zi|trg|cesta|nam|barrio|km'
/** Words between street word and name: 'rue du Général Jean Moulin'. */
const BETWEEN =
  "(?:(?:de|du|des|la|le|les|l['’]|d['’]|del|della|dello|dei|degli|delle|di|da|do|dos|das|el|los|von|van|der|den|docteur|dr|doctor|dott|general|gal|gen|marechal|mal|president|professeur|prof|abbe|commandant|cdt|capitaine|colonel|col|cardinal|cardenal|lieutenant|amiral|pape|papa|don|pintor|poeta|padre|fray|san|santa|sao|saint|st|ste|ks|sw|swietego|marszalka|marsz|re|conte|avv|ing|maestro|marques|duque|conde|infanta|rey|reina|mons|monsignor)\\.?\\s*)"
const STREET_BEFORE = new RegExp(`(?:^|[^\\p{L}])(?:${SURE_BEFORE})\\.?\\s*${BETWEEN}{0,4}$`, 'u')
const MAYBE_STREET_BEFORE = new RegExp(`(?:^|[^\\p{L}])(?:${UNSURE_BEFORE})\\.?\\s*${BETWEEN}{0,4}$`, 'u')
const NUMBER_BEFORE_STREET = new RegExp(
  `\\d{1,4}\\s?(?:bis|ter|[a-d])?,?\\s+(?:${UNSURE_BEFORE})\\.?\\s*${BETWEEN}{0,4}$`,
  'u',
)
/** Buildings are named after people who don't live there, shops and practices after their owners. */
const NAMED_BUILDING =
  /(?:^|[^\p{L}])(?:hotel|hostel|villa|palazzo|palace|palais|chateau|schloss|\p{L}*schule|gymnasium|kolleg|college|lycee|ecole|liceo|istituto|institut|institute|scuola|colegio|instituto|ies|school|academy|kirche|pfarrei|parish|church|basilica|chapel|stadion|stadium|\p{L}*halle|klinikum|hospital|ospedale|theater|theatre|teatro|foundation|stiftung|fondation|fondazione|fundacion|museum|museo|musee|gastehaus|haus|residence|residencia|apartments|airport|flughafen|aeroport)\s+(?:saint|st\.?|san|santa|sankt)?\s*$/u
const STREET_WORD =
  'street|st|road|rd|lane|ln|avenue|ave|drive|dr|way|court|ct|close|crescent|cres|terrace|place|pl|square|sq|row|quay|wharf|gardens|mews|parade|grove|walk|highway|hwy|boulevard|blvd|parkway|pkwy|broadway|strasse|str|platz|weg|allee|gasse|ufer|damm|straat|laan|plein|kade|gracht|gatan|vagen|torg|gade|vej|gate|gata|vei|veien|katu|tie|utca|ut|ter|sokak|sok|caddesi|cad|mahallesi|mah|marg|nagar|kalea|etorbidea|plaza'
const STREET_AFTER = new RegExp(`^[\\s-]+(?:${STREET_WORD})(?=[\\s,.;\\d)]|$)`)
/** A street with its number. Names after it in the same clause are the town. */
const STREET_WITH_NUMBER = new RegExp(
  `(?:\\d{1,5}[a-z]?,?\\s[^,;|·:@\\d]{1,40}\\b(?:${STREET_WORD})\\b|(?:${SURE_BEFORE}|via)\\.?\\s[^,;|·:@\\d]{1,40},?\\s?(?:n[°º.]?\\s?)?\\d{1,4}|[\\p{L}.-]{2,40}(?:strasse|str|platz|weg|allee|gasse|straat|laan|gatan|vagen|utca)\\.?\\s?\\d{1,4})[^|·:;@]{0,40}$`,
  'u',
)
const HOUSE_NUMBER_AFTER =
  /^,?\s+(?:n[°º.]?\s?|nr\.?\s?|no\.?\s?)?\d{1,4}\s?[a-z]?(?:[-–/]\d{1,4})?(?=$|,|\s*[|·(]|\s+\d{4,6}\s\p{L}|\s+\p{L})/u
const HOUSE_NUMBER_BEFORE = /(?:^|[,;|·(:]\s*|\s)\d{1,5}\s?[a-z]?(?:[-–/]\d{1,4}[a-z]?)?,?\s+$/
/** 'Provincia de Santiago del Estero', 'Comune di San Marco Argentano' */
const AREA_BEFORE =
  /(?:^|[^\p{L}])(?:provinc[ie]a|province|comune|ciudad|citta|city|town|village|municipi[oa]|municipality|ayuntamiento|comarca|partido|departamento|departement|distrito|district|region|estado|condado|county|comunidad|isla|isola|ile|valle|puerto|porto|port|playa|cabo|cidade|concelho|freguesia|canton|commune|arrondissement|gemeinde|gemeente|bezirk|diocesis|diocesi|parroquia|parrocchia|paroisse|paroquia)\s+(?:(?:de|di|do|da|of|del|della|dell|dello|du|des|van|d)['’]?\s*)(?:(?:la|las|los|el|le|les|san|santa|sao|st|saint)\.?\s+)?$/u
const POSTAL_CODE_BEFORE =
  /(?:^|[,;|·(:–-]\s*|\p{L}\.?\s+|\s\d{1,4}\s?[a-z]?,?\s+)(?:[a-z]{1,2}[- ])?\d{4,6}(?:[- ]\d{3,4}|\s?[a-z]{2})?,?\s+$/u
const CLAUSE_END = /[|·:;@\n]|[.!?]\s(?=\p{Lu})|\s[–—-]\s/u

/**
 * True if a name is part of a street, town or building: 'rue Jacques Daguerre', '6 Van der Lith Street, Louis
 * Trichardt'. A `strength` above 1, as of a mention, needs plain signs.
 */
export function isPlace(line: string, from: number, to: number, strength: 1 | 2 | 3): boolean {
  const before = fold(line.slice(Math.max(0, from - 60), from))
  const after = fold(line.slice(to, to + 30))
  if (AREA_BEFORE.test(before)) return true
  if (STREET_BEFORE.test(before) || NAMED_BUILDING.test(before) || STREET_AFTER.test(after)) return true
  const hasNumber = HOUSE_NUMBER_AFTER.test(after) || /^,?\s+s\.?n\.?c?\b/.test(after)
  if (MAYBE_STREET_BEFORE.test(before) && (hasNumber || NUMBER_BEFORE_STREET.test(before))) return true
  if (POSTAL_CODE_BEFORE.test(before)) return true
  if (strength < 3 && (hasNumber || HOUSE_NUMBER_BEFORE.test(before))) return true
  return isTownAfterStreet(line, from)
}

/** After a street with its number, names in the same clause are towns. People come before it. */
function isTownAfterStreet(line: string, from: number): boolean {
  const clause = line
    .slice(Math.max(0, from - 120), from)
    .split(CLAUSE_END)
    .at(-1)!
  return /,\s*$/.test(clause) && STREET_WITH_NUMBER.test(fold(clause))
}
