import { foldedWords } from '../text/fold.ts'

/**
 * ISO 3166-1 countries and Kosovo with their English CLDR names. Not from Intl, which also has withdrawn codes such
 * as FX for France.
 */
const NAMES = `
AD Andorra, AE United Arab Emirates, AF Afghanistan, AG Antigua & Barbuda, AI Anguilla, AL Albania,
AM Armenia, AO Angola, AQ Antarctica, AR Argentina, AS American Samoa, AT Austria, AU Australia,
AW Aruba, AX Åland Islands, AZ Azerbaijan, BA Bosnia & Herzegovina, BB Barbados, BD Bangladesh,
BE Belgium, BF Burkina Faso, BG Bulgaria, BH Bahrain, BI Burundi, BJ Benin, BL St. Barthélemy,
BM Bermuda, BN Brunei, BO Bolivia, BQ Caribbean Netherlands, BR Brazil, BS Bahamas, BT Bhutan,
BV Bouvet Island, BW Botswana, BY Belarus, BZ Belize, CA Canada, CC Cocos (Keeling) Islands,
CD Congo - Kinshasa, CF Central African Republic, CG Congo - Brazzaville, CH Switzerland,
CI Côte d’Ivoire, CK Cook Islands, CL Chile, CM Cameroon, CN China, CO Colombia, CR Costa Rica, CU Cuba,
CV Cape Verde, CW Curaçao, CX Christmas Island, CY Cyprus, CZ Czechia, DE Germany, DJ Djibouti,
DK Denmark, DM Dominica, DO Dominican Republic, DZ Algeria, EC Ecuador, EE Estonia, EG Egypt,
EH Western Sahara, ER Eritrea, ES Spain, ET Ethiopia, FI Finland, FJ Fiji, FK Falkland Islands,
FM Micronesia, FO Faroe Islands, FR France, GA Gabon, GB United Kingdom, GD Grenada, GE Georgia,
GF French Guiana, GG Guernsey, GH Ghana, GI Gibraltar, GL Greenland, GM Gambia, GN Guinea, GP Guadeloupe,
GQ Equatorial Guinea, GR Greece, GS South Georgia & South Sandwich Islands, GT Guatemala, GU Guam,
GW Guinea-Bissau, GY Guyana, HK Hong Kong SAR China, HM Heard & McDonald Islands, HN Honduras,
HR Croatia, HT Haiti, HU Hungary, ID Indonesia, IE Ireland, IL Israel, IM Isle of Man, IN India,
IO British Indian Ocean Territory, IQ Iraq, IR Iran, IS Iceland, IT Italy, JE Jersey, JM Jamaica,
JO Jordan, JP Japan, KE Kenya, KG Kyrgyzstan, KH Cambodia, KI Kiribati, KM Comoros, KN St. Kitts & Nevis,
KP North Korea, KR South Korea, KW Kuwait, KY Cayman Islands, KZ Kazakhstan, LA Laos, LB Lebanon,
LC St. Lucia, LI Liechtenstein, LK Sri Lanka, LR Liberia, LS Lesotho, LT Lithuania, LU Luxembourg,
LV Latvia, LY Libya, MA Morocco, MC Monaco, MD Moldova, ME Montenegro, MF St. Martin, MG Madagascar,
MH Marshall Islands, MK North Macedonia, ML Mali, MM Myanmar (Burma), MN Mongolia, MO Macao SAR China,
MP Northern Mariana Islands, MQ Martinique, MR Mauritania, MS Montserrat, MT Malta, MU Mauritius,
MV Maldives, MW Malawi, MX Mexico, MY Malaysia, MZ Mozambique, NA Namibia, NC New Caledonia, NE Niger,
NF Norfolk Island, NG Nigeria, NI Nicaragua, NL Netherlands, NO Norway, NP Nepal, NR Nauru, NU Niue,
NZ New Zealand, OM Oman, PA Panama, PE Peru, PF French Polynesia, PG Papua New Guinea, PH Philippines,
PK Pakistan, PL Poland, PM St. Pierre & Miquelon, PN Pitcairn Islands, PR Puerto Rico,
PS Palestinian Territories, PT Portugal, PW Palau, PY Paraguay, QA Qatar, RE Réunion, RO Romania,
RS Serbia, RU Russia, RW Rwanda, SA Saudi Arabia, SB Solomon Islands, SC Seychelles, SD Sudan, SE Sweden,
SG Singapore, SH St. Helena, SI Slovenia, SJ Svalbard & Jan Mayen, SK Slovakia, SL Sierra Leone,
SM San Marino, SN Senegal, SO Somalia, SR Suriname, SS South Sudan, ST São Tomé & Príncipe,
SV El Salvador, SX Sint Maarten, SY Syria, SZ Eswatini, TC Turks & Caicos Islands, TD Chad,
TF French Southern Territories, TG Togo, TH Thailand, TJ Tajikistan, TK Tokelau, TL Timor-Leste,
TM Turkmenistan, TN Tunisia, TO Tonga, TR Türkiye, TT Trinidad & Tobago, TV Tuvalu, TW Taiwan,
TZ Tanzania, UA Ukraine, UG Uganda, UM U.S. Outlying Islands, US United States, UY Uruguay,
UZ Uzbekistan, VA Vatican City, VC St. Vincent & Grenadines, VE Venezuela, VG British Virgin Islands,
VI U.S. Virgin Islands, VN Vietnam, VU Vanuatu, WF Wallis & Futuna, WS Samoa, XK Kosovo, YE Yemen,
YT Mayotte, ZA South Africa, ZM Zambia, ZW Zimbabwe`

const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map(
  NAMES.split(/,\s/).map((entry) => [entry.trim().slice(0, 2), entry.trim().slice(3)]),
)

const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'ca', 'pt', 'nl', 'pl']

/** Everyday names besides the official one. */
const ALSO: Record<string, string> = {
  US: 'usa, united states of america, america, estados unidos, etats-unis, stati uniti, vereinigte staaten',
  GB: 'uk, great britain, england, scotland, wales, grossbritannien, grande-bretagne, gran bretagna, gran bretaña',
  NL: 'holland, netherlands, the netherlands',
  CZ: 'czech republic, tschechische republik',
  AE: 'uae, emirates',
  LI: 'fl, fürstentum liechtenstein, principality of liechtenstein',
  AD: 'principat d’andorra, principality of andorra',
  MC: 'principauté de monaco, principality of monaco',
  MK: 'macedonia',
  TR: 'turkey, türkei',
}

const SAID_IN_TWO_LETTERS = new Set(
  Object.values(ALSO).flatMap((names) =>
    names.split(', ').flatMap((name) => (name.length === 2 ? name.toUpperCase() : [])),
  ),
)
let byName: ReadonlyMap<string, string> | undefined

/** Built for the first lookup, which many imports never need. */
function readNames(): Map<string, string> {
  const names = new Map<string, string>()
  const displayed = LANGUAGES.map((language) => namesIn(language))
  for (const [code, english] of ENGLISH_NAMES)
    for (const name of [english, ...displayed.map((language) => language.of(code))])
      if (name) names.set(key(name), code)
  for (const [code, also] of Object.entries(ALSO))
    for (const name of also.split(', ')) names.set(key(name), code)
  return names
}

function namesIn(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
}

function key(name: string): string {
  return foldedWords(name).join(' ')
}

/** English name of an ISO 3166-1 code. */
export function countryName(code: string): string | undefined {
  return ENGLISH_NAMES.get(code)
}

/** ISO 3166-1 code of a country, by its code or by its name in a supported language. */
export function countryCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (code === '') return undefined
  const isCode = countryName(code) !== undefined
  // Codes win: some folded names equal another country's code.
  if (isCode && !SAID_IN_TWO_LETTERS.has(code)) return code
  byName ??= readNames()
  return byName.get(key(text)) ?? (isCode ? code : undefined)
}

/** States by ISO 3166-2 code, for countries whose addresses have the code while people say the name. */
const STATES: Record<string, string> = {
  US: 'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming',
  CA: 'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon',
  AU: 'ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia',
  DE: 'BW Baden-Württemberg,BY Bayern,BE Berlin,BB Brandenburg,HB Bremen,HH Hamburg,HE Hessen,MV Mecklenburg-Vorpommern,NI Niedersachsen,NW Nordrhein-Westfalen,RP Rheinland-Pfalz,SL Saarland,SN Sachsen,ST Sachsen-Anhalt,SH Schleswig-Holstein,TH Thüringen',
  CH: 'AG Aargau,AI Appenzell Innerrhoden,AR Appenzell Ausserrhoden,BE Bern,BL Basel-Landschaft,BS Basel-Stadt,FR Fribourg,GE Genève,GL Glarus,GR Graubünden,JU Jura,LU Luzern,NE Neuchâtel,NW Nidwalden,OW Obwalden,SG St. Gallen,SH Schaffhausen,SO Solothurn,SZ Schwyz,TG Thurgau,TI Ticino,UR Uri,VD Vaud,VS Valais,ZG Zug,ZH Zürich',
}

export function stateName(country: string | null, code: string): string | undefined {
  const entry = STATES[country ?? '']?.split(',').find((state) => state.startsWith(`${code.toUpperCase()} `))
  return entry?.slice(entry.indexOf(' ') + 1)
}
