import { LANGUAGES, type Language } from './language.ts'

/** Words before the audience in a copy. */
const TRIGGERS: Record<Language, string> = {
  en: 'for|to|with|help|helps|helping|clean|cleans|after|supply|supplies|supplying|serve|serves|among|at|in|supports',
  de: 'für|mit|an|unterstützen|unterstützt|reinigen|beliefern|beliefert|betreut|begleiten|beraten|betreuen|in|bei|begleite|berate|betreue|beliefere|reinige',
  fr: 'pour|aux|les|des|aidons|accompagnons|livrons|équipons|fournissons|fournit|livre|aide|dans les|chez les|auprès des',
  it: 'per|aiutiamo|riforniamo|seguiamo|serviamo|puliamo|a|ai|con|di|dei|degli|delle|presso|aiuta|fornisce|nei|negli|nelle',
  es: 'para|a|de|ayudamos a|con|asesoramos a|atendemos a|en|servimos a|ayuda a',
}
const ADJECTIVES: Record<Language, string> = {
  en: '(?:small|local|independent|busy|family-run|private|regional)',
  de: '(?:kleine[n]?|lokale[n]?|regionale[n]?|mittlere[n]?|inhabergeführte[n]?)',
  fr: '(?:petits|petites)',
  it: '(?:piccoli|piccole)',
  es: '(?:pequeñas|pequeños)',
}

/** Plurals of trades as copy names them. */
const TRADES: Record<Language, string> = {
  en: 'restaurants|hotels|cafés|cafes|coffee shops|dentists|dental practices|bakeries|shops|retailers|hair salons|beauty salons|salons|hairdressers|gyms|schools|nurseries|law firms|accountants|architects|estate agents|clinics|veterinary practices|vets|garages|builders|plumbers|electricians|offices|farms|wineries|florists|pharmacies|caterers|bars|pubs|breweries|tradespeople|manufacturers|property managers|landlords|businesses|companies|guest houses|bed and breakfasts|care homes|medical practices|physiotherapists|joiners|warehouses|boutiques|B&Bs|hostels|spas|cafeterias|food trucks|takeaways|roofers|painters|landscapers|gardeners|car dealerships|dealerships|construction sites|construction companies|retail parks|wedding venues|event venues|venues|campsites|holiday parks|yoga studios|fitness studios|studios|grocers|butchers|delis|pizzerias|ice cream parlours|bookshops|opticians|chiropractors|tattoo studios|barbers|barbershops|nail salons|kennels|charities|churches|start-ups|startups|agencies|law practices|solicitors|printers|repair shops|auto shops|garden centres|furniture shops|jewellers|stores|online shops|households|theatres|museums|daycares|tailors|HVAC companies|contractors|office buildings',
  de: 'Restaurants|Hotels|Cafés|Zahnarztpraxen|Arztpraxen|Tierarztpraxen|Praxen|Bäckereien|Metzgereien|Handwerksbetriebe|Gastronomiebetriebe|Betriebe|Friseursalons|Salons|Fitnessstudios|Schulen|Kitas|Kanzleien|Anwaltskanzleien|Steuerkanzleien|Architekturbüros|Architekten|Makler|Werkstätten|Autohäuser|Büros|Weingüter|Apotheken|Bars|Brauereien|Läden|Geschäfte|Händler|Vereine|Pensionen|Hausverwaltungen|Immobilienverwaltungen|Unternehmen|Firmen|KMU|Hofläden|Physiotherapiepraxen|Schreinereien|Gasthöfe|Imbisse|Pizzerien|Gasthäuser|Ferienwohnungen|Campingplätze|Eisdielen|Kioske|Blumenläden|Buchhandlungen|Optiker|Physiotherapeuten|Yogastudios|Kosmetikstudios|Nagelstudios|Tattoostudios|Barbershops|Baustellen|Bauunternehmen|Dachdecker|Elektriker|Installateure|Maler|Malerbetriebe|Gärtnereien|Gartencenter|Lager|Lagerhallen|Museen|Kirchen|Kindergärten|Pflegeheime|Pflegedienste|Agenturen|Start-ups|Supermärkte|Hochzeitslocations|Eventlocations|Foodtrucks|Tischlereien|Fleischereien|Konditoreien|Fahrschulen|Tankstellen|Juweliere|Boutiquen|Möbelhäuser|Reitställe|Zahnärzte|Ärzte|Winzer|Landwirte|Hoteliers|Gastronomen',
  fr: "restaurants|hôtels|cafés|cabinets dentaires|cabinets médicaux|dentistes|boulangeries|commerces|boutiques|salons de coiffure|salles de sport|écoles|cabinets d['’]avocats|architectes|agences immobilières|cliniques vétérinaires|garages|artisans|bureaux|domaines viticoles|pharmacies|traiteurs|bars|brasseries|PME|TPE|entreprises|commerçants|fleuristes|crèches|entreprises du bâtiment|salons de thé|chambres d['’]hôtes|gîtes|campings|auberges|pizzerias|food trucks|glaciers|artisans du bâtiment|couvreurs|électriciens|plombiers|peintres|paysagistes|concessionnaires|entrepôts|chantiers|opticiens|kinésithérapeutes|instituts de beauté|barbiers|librairies|boucheries|épiceries|fromageries|caves à vin|maisons de retraite|EHPAD|musées|associations|agences|start-up|copropriétés|collectivités|magasins|hôteliers|restaurateurs|bijouteries|auto-écoles|spas",
  it: 'ristoranti|alberghi|hotel|bar|studi dentistici|studi medici|dentisti|panifici|negozi|parrucchieri|palestre|scuole|studi legali|commercialisti|architetti|agenzie immobiliari|officine|artigiani|uffici|cantine|farmacie|agriturismi|pizzerie|gelaterie|PMI|cliniche veterinarie|aziende|imprese|strutture ricettive|condomini|B&B|bed and breakfast|pasticcerie|gastronomie|enoteche|macellerie|trattorie|osterie|campeggi|imprese edili|idraulici|elettricisti|imbianchini|giardinieri|concessionarie|magazzini|cantieri|ottici|fisioterapisti|centri estetici|barbieri|librerie|fiorai|case di riposo|musei|associazioni|agenzie|startup|supermercati|pub|birrifici|cliniche|lidi|stabilimenti balneari|gioiellerie|autoscuole|spa|centri benessere|ristoratori|albergatori|food truck|tabaccherie|asili',
  es: 'restaurantes|hoteles|cafeterías|bares|clínicas dentales|clínicas veterinarias|clínicas|dentistas|panaderías|tiendas|comercios|peluquerías|gimnasios|colegios|escuelas|despachos de abogados|asesorías|arquitectos|inmobiliarias|talleres|oficinas|bodegas|farmacias|floristerías|pymes|autónomos|empresas|negocios|fruterías|hostales|casas rurales|campings|pizzerías|heladerías|carnicerías|pastelerías|empresas de reformas|fontaneros|electricistas|pintores|jardineros|concesionarios|almacenes|obras|ópticas|fisioterapeutas|centros de estética|barberías|librerías|residencias|museos|asociaciones|agencias|startups|supermercados|food trucks|comunidades de vecinos|constructoras|joyerías|autoescuelas|spas|guarderías|restauradores|hosteleros|cervecerías|estudios de yoga|locales',
}

/** The copy's audience in the form that openings need (German: dative plural). Null if it names none. */
export function findAudience(copy: string, language: Language): string | null {
  const found = PATTERNS[language].exec(copy)
  if (!found) return null
  // A list with an unknown item is dropped whole: a part of it would exclude people.
  const rest = copy.slice(found.index + found[0].length)
  if (
    /^\s*(?:,\s*\p{L}+(?:\s\p{L}+)?\s*(?:,|and|und|et|e|y)\s|,?\s?(?:and|und|et|e|y|&|or|oder|ou|o)\s\p{L})/iu.test(
      rest,
    )
  )
    return null
  // "schools of music" and "hôtels particuliers" are not the trade alone, and the end of a list is only a part.
  if (NARROWED.test(rest) || /(?:,|\s(?:and|und|et|e|y))\s*$/iu.test(copy.slice(0, found.index))) return null
  if (NO_BUSINESS.test(found[1]!)) return null
  const text = found[1]!.replace(INNER_ARTICLE[language], '$1').replace(/\s&\s/, ` ${AND[language]} `)
  return language === 'de' ? germanDative(text) : keepCapitals(text)
}

const NARROWED =
  /^\s(?:particuliers|privés|(?:(?:of|de|di)\s|d['’])(?!(?:la|le|les|los|las)\s|l['’])\p{Ll}{3,})/u

/** Places of work, which can't be written to. */
const NO_BUSINESS =
  /(?<!\p{L})(?:offices|office buildings|construction sites|households|Büros|Baustellen|Lager|bureaux|chantiers|uffici|cantieri|oficinas|obras|locales)(?!\p{L})/iu

/** Lower-cases all but acronyms such as "B&Bs". */
const keepCapitals = (text: string) =>
  text.replace(/\p{L}[\p{L}&]*/gu, (word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))

/** "restaurants, les hôtels et les bars": later items lose their article. */
const INNER_ARTICLE: Record<Language, RegExp> = {
  en: /(, | and )the /giu,
  de: /(, | und )die /giu,
  fr: /(, | et )(?:les|des|aux) /giu,
  it: /(, | e )(?:i|gli|le|ai|agli|alle) /giu,
  es: /(, | y )(?:los|las|a) /giu,
}

const AND: Record<Language, string> = { en: 'and', de: 'und', fr: 'et', it: 'e', es: 'y' }

const ARTICLES: Record<Language, string> = {
  en: '(?:the )?',
  de: '(?:die )?',
  fr: '(?:les |des |aux )?',
  it: '(?:i |gli |le |ai |agli |alle )?',
  es: '(?:los |las |a )?',
}

const PATTERNS = Object.fromEntries(LANGUAGES.map((language) => [language, pattern(language)])) as Record<
  Language,
  RegExp
>

/** A trigger word, then up to four known trades. */
function pattern(language: Language): RegExp {
  const trade = `(?:${ADJECTIVES[language]} )?(?:${longestFirst(TRADES[language])})`
  const article = ARTICLES[language]
  const joined = `${trade}(?:(?:, ${article}${trade}){0,2},? (?:${AND[language]}|&) ${article}${trade})?`
  return new RegExp(`(?<!\\p{L})(?:${TRIGGERS[language]}) ${article}(${joined})(?!\\p{L})`, 'iu')
}

/** "kleine Betriebe" becomes "kleinen Betrieben"; plurals in -s and -n stay. */
function germanDative(text: string): string {
  return text.replace(/[\p{L}-]+/gu, (word) =>
    word === 'und' || word === 'KMU' || /[ns]$/.test(word) ? word : `${word}n`,
  )
}

/** Longer alternatives first, or a shorter prefix would match. */
function longestFirst(words: string): string {
  return words
    .split('|')
    .toSorted((a, b) => b.length - a.length)
    .join('|')
}
