import { LANGUAGES, type Language } from './language.ts'

/** Whom the copy is made for, in the form that the openings need (German: dative plural); null when it does not say. */
export function findAudience(copy: string, language: Language): string | null {
  const found = PATTERNS[language].exec(copy)
  if (!found) return null
  // A list that goes on with something unknown would name only some of those who are meant.
  const rest = copy.slice(found.index + found[0].length)
  if (
    /^\s*(?:,\s*\p{L}+(?:\s\p{L}+)?\s*(?:,|and|und|et|e|y)\s|(?:and|und|et|e|y|&|or|oder|ou|o)\s\p{L})/iu.test(
      rest,
    )
  )
    return null
  const text = found[1]!.toLowerCase() === found[1] || language === 'de' ? found[1]! : found[1]!.toLowerCase()
  return language === 'de' ? germanDative(text) : text.replace(/\s*&\s*/, ` ${AND[language]} `)
}

const AND: Record<Language, string> = { en: 'and', de: 'und', fr: 'et', it: 'e', es: 'y' }

const TRIGGERS: Record<Language, string> = {
  en: 'for|to|with|help|helps|helping|clean|cleans|after|supply|supplies|supplying|serve|serves|among',
  de: 'für|mit|an|unterstützen|unterstützt|reinigen|beliefern|beliefert|betreut|begleiten|beraten|betreuen',
  fr: 'pour|aux|les|des|aidons|accompagnons|livrons|équipons',
  it: 'per|aiutiamo|riforniamo|seguiamo|serviamo|puliamo|a|ai|con|di|dei|degli|delle',
  es: 'para|a|de|ayudamos a|con|asesoramos a|atendemos a',
}
const ADJECTIVES: Record<Language, string> = {
  en: '(?:small|local|independent|busy|family-run|private|regional)',
  de: '(?:kleine[n]?|lokale[n]?|regionale[n]?|mittlere[n]?|inhabergeführte[n]?)',
  fr: '(?:petits|petites)',
  it: '(?:piccoli|piccole)',
  es: '(?:pequeñas|pequeños)',
}
const TRADES: Record<Language, string> = {
  en: 'restaurants|hotels|cafés|cafes|coffee shops|dentists|dental practices|bakeries|shops|retailers|hair salons|beauty salons|salons|hairdressers|gyms|schools|nurseries|law firms|accountants|architects|estate agents|clinics|veterinary practices|vets|garages|builders|plumbers|electricians|offices|farms|wineries|florists|pharmacies|caterers|bars|pubs|breweries|tradespeople|manufacturers|property managers|landlords|businesses|companies|guest houses|bed and breakfasts|care homes|medical practices|physiotherapists|joiners|warehouses|boutiques',
  de: 'Restaurants|Hotels|Cafés|Zahnarztpraxen|Arztpraxen|Tierarztpraxen|Praxen|Bäckereien|Metzgereien|Handwerksbetriebe|Gastronomiebetriebe|Betriebe|Friseursalons|Salons|Fitnessstudios|Schulen|Kitas|Kanzleien|Anwaltskanzleien|Steuerkanzleien|Architekturbüros|Architekten|Makler|Werkstätten|Autohäuser|Büros|Weingüter|Apotheken|Bars|Brauereien|Läden|Geschäfte|Händler|Vereine|Pensionen|Hausverwaltungen|Immobilienverwaltungen|Unternehmen|Firmen|KMU|Hofläden|Physiotherapiepraxen|Schreinereien|Gasthöfe',
  fr: "restaurants|hôtels|cafés|cabinets dentaires|cabinets médicaux|dentistes|boulangeries|commerces|boutiques|salons de coiffure|salles de sport|écoles|cabinets d['’]avocats|architectes|agences immobilières|cliniques vétérinaires|garages|artisans|bureaux|domaines viticoles|pharmacies|traiteurs|bars|brasseries|PME|TPE|entreprises|commerçants|fleuristes|crèches|entreprises du bâtiment",
  it: 'ristoranti|alberghi|hotel|bar|studi dentistici|studi medici|dentisti|panifici|negozi|parrucchieri|palestre|scuole|studi legali|commercialisti|architetti|agenzie immobiliari|officine|artigiani|uffici|cantine|farmacie|agriturismi|pizzerie|gelaterie|PMI|cliniche veterinarie|aziende|imprese|strutture ricettive|condomini',
  es: 'restaurantes|hoteles|cafeterías|bares|clínicas dentales|clínicas veterinarias|clínicas|dentistas|panaderías|tiendas|comercios|peluquerías|gimnasios|colegios|escuelas|despachos de abogados|asesorías|arquitectos|inmobiliarias|talleres|oficinas|bodegas|farmacias|floristerías|pymes|autónomos|empresas|negocios|fruterías',
}

const PATTERNS = Object.fromEntries(LANGUAGES.map((language) => [language, pattern(language)])) as Record<
  Language,
  RegExp
>

/** A trigger, then one trade, or two joined by "and". */
function pattern(language: Language): RegExp {
  const trade = `(?:${ADJECTIVES[language]} )?(?:${TRADES[language]})`
  const joined = `${trade}(?: (?:${AND[language]}|&) ${trade})?`
  return new RegExp(`(?<!\\p{L})(?:${TRIGGERS[language]}) (${joined})(?!\\p{L})`, 'iu')
}

/** "kleine Betriebe" becomes "kleinen Betrieben"; plurals in -s and -n stay. */
function germanDative(text: string): string {
  return text
    .replace(/\s*&\s*/, ' und ')
    .split(' ')
    .map((word) => {
      if (word === 'und' || word === 'KMU' || /[ns]$/.test(word)) return word
      return `${word}n`
    })
    .join(' ')
}
