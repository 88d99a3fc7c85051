import { remember } from '../remember.ts'
import { fold } from './clean-text.ts'

export type PageKind = 'contact' | 'imprint' | 'team' | 'about' | 'privacy' | 'links' | 'other'

/**
 * Words in link texts, paths and titles that indicate a kind of page, by kind. Folded, and matched at the start of a
 * word: 'kontakt' also matches 'kontaktformular'.
 */
const WORDS: Record<Exclude<PageKind, 'other'>, string> = {
  contact:
    'contact|kontakt|kontakte|contatt|contato|contacto|contactez|nous contacter|nous-contacter|nouscontacter|coordonnees|yhteys|ota yhteytta|ota-yhteytta|kapcsolat|elerhetoseg|get in touch|get-in-touch|getintouch|reach us|reach-us|write to us|find us|find-us|anfahrt|so finden sie uns|erreichen|dove siamo|dove-siamo|donde estamos|donde-estamos|onde estamos|nous trouver|plan d acces|napiste|napisz|ta kontakt|svyaz|контакт|связ|επικοινωνια|iletisim|bize ulasin|kontakti|お問い合わせ|問合せ|連絡|联系|聯絡|연락|문의|ask us|enquir|inquir|reservation|prenota|buchung|anfrage|customer service|kundenservice|support|help desk',
  imprint:
    'impressum|imprint|anbieterkennzeichnung|rechtlich|legal notice|legal-notice|legal|mentions legales|mentions-legales|mentionslegales|mentions|aviso legal|aviso-legal|avisolegal|nota legal|note legali|note-legali|colofon|colophon|disclaimer|site info|informations legales|tiedot|udgiver|impresum|tiraz|nota prawna|elallas|jogi|特定商取引|会社概要|company info|corporate info|firmendaten|angaben',
  team: 'team|staff|people|person|mitarbeiter|mannschaft|ansprechpartner|vorstand|vorstandschaft|praesidium|prasidium|vereinsleitung|leitung|equipe|l equipe|equipo|squadra|personale|staff|collaborator|kollektiv|medewerker|ons team|mensen|bestuur|organisatie|zespol|nasz zespol|pracownicy|zarzad|ludzie|equipa|pessoas|tym|nas tym|lide|vedeni|zamestnanci|medarbetar|personal|styrelse|medarbejder|ansatte|ledelse|bestyrelse|styret|henkilosto|henkilokunta|tiimi|hallitus|munkatars|csapat|kollegak|vezetoseg|elnokseg|board|trustees|committee|leadership|management|directory|faculty|attorneys|lawyers|doctors|physicians|providers|practitioners|our-people|meet us|meet-the|meet the|wer wir sind|wer-wir-sind|who we are|who-we-are|uber uns team|geschaftsfuhrung|abteilungen|abteilung|trainer|dozenten|lehrer|arzte|anwalte|kanzlei|avocats|avocat|medici|avvocati|abogados|profesionales|artisti|スタッフ|社員|团队|팀',
  about:
    'about|about us|uber uns|ueber uns|uber-uns|ueber-uns|ueberuns|qui sommes|qui-sommes|a propos|a-propos|apropos|notre histoire|l entreprise|la societe|chi siamo|chi-siamo|chisiamo|azienda|l azienda|la nostra storia|quienes somos|quienes-somos|quienessomos|nosotros|sobre|sobre nos|sobre nosotros|empresa|conocenos|quem somos|quem-somos|over ons|over-ons|overons|wie zijn wij|bedrijf|o nas|o-nas|onas|o firmie|firma|om oss|om-oss|om os|om-os|meista|yritys|rolunk|ceg|bemutatkozas|profil|unternehmen|verein|historie|geschichte|wir|hof|betrieb|familie|our story|our-story|story|company|history|praxis|ordination|weingut|domaine|la maison|o projektu|spolecnost|о нас|о компании|σχετικα|hakkimizda|会社|关于|회사',
  privacy:
    'privacy|datenschutz|dsgvo|gdpr|confidentialite|donnees personnelles|politique de confidentialite|protezione dati|proteccion de datos|privacidad|privacidade|privacybeleid|prywatnosc|polityka prywatnosci|rodo|ochrana osobnich|soukromi|integritet|personvern|privatliv|tietosuoja|adatvedelm|cookie|rgpd',
  links:
    'links|handlersuche|haendlersuche|handlerverzeichnis|haendlerverzeichnis|bezugsquellen|verkaufsstellen|stockists|dealer locator|dealer-locator|store locator|store-locator|find a dealer|where to buy|where-to-buy|points de vente|revendeurs|rivenditori|puntos de venta|distribuidores|verkooppunten|dystrybutorzy|aterforsaljare|forhandlere|jalleenmyyjat|linkliste|linksammlung|link-tipps|nuetzliche links|nutzliche links|useful links|unsere partner|unsere-partner|our partners|our-partners|partnerseiten|partnerbetriebe|partnerunternehmen|nos partenaires|nos-partenaires|partenaires|sponsor|sponsoren|befreundete|empfehlungen|liens|amis|enlaces|collegamenti|link utili|odkazy|linki|lankar|linkek|supporters|referenzen|member directory|members directory|aussteller|exhibitors',
}

const ORDER: Exclude<PageKind, 'other'>[] = ['privacy', 'imprint', 'contact', 'team', 'about', 'links']
const PATTERNS = new Map(
  ORDER.map((kind) => [
    kind,
    new RegExp(
      `(?:^|[^\\p{L}])(?:${WORDS[kind]
        .split('|')
        .map((word) => fold(word).replace(/[ -]/g, '[\\s_/-]*'))
        .join('|')})`,
      'u',
    ),
  ]),
)

/** Returns the kinds that a page title, a link text or a path indicates, in the order of ORDER. */
export const kindsIn = remember((text: string): PageKind[] => {
  const plain = fold(text).slice(0, 300)
  return ORDER.filter((kind) => PATTERNS.get(kind)!.test(plain))
})

export function kindOf(text: string): PageKind {
  return kindsIn(text)[0] ?? 'other'
}

/** Splits a URL into words: percent-decoded, at camel case and separators. */
export function pathWords(url: URL): string {
  let path = `${url.pathname} ${url.search}`
  try {
    path = decodeURIComponent(path)
  } catch {
    // Keep a path with stray percent signs as it is.
  }
  return path.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_+.=&?/-]+/g, ' ')
}
