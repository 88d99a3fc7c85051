/** A person who is named, with title and address, on a demo website. */
export interface DemoPerson {
  first_name: string
  last_name: string
  title: string
  email: string
}

/** One fictional business of the demo town, as a place directory would list it. */
export interface DemoBusiness {
  slug: string
  name: string
  /** An OpenStreetMap-like tag: `shop=bakery`. */
  category: string
  address: string
  locality: string
  country: string
  /** From the number range that Ofcom reserves for fiction (01632 960000 to 960999). */
  phone: string | null
  /** `<slug>.localhost`, without a port; null when the business has no website. */
  host: string | null
  /** The address that the directory lists, which most businesses lack. */
  email: string | null
  lat: number
  lon: number
  /** Everyone that a careful reader finds on the website; empty where nobody can be found. */
  people: DemoPerson[]
  /** The general address (`hello@…`) that a careful reader finds on the website. */
  mailbox: string | null
}

export type Language = 'en' | 'de' | 'fr' | 'it' | 'es'

/** How an address stands in the markup: the ways in which real sites write or hide theirs. */
export type AddressForm =
  | 'mailto'
  | 'text'
  | 'entities'
  | 'percent'
  | 'brackets'
  | 'comments'
  | 'split'
  | 'reversed'
  | 'cloudflare'
  | 'typo3'
  | 'script'
  | 'data'
  | 'base64'

/** How a website introduces its people. `imprint` names the first one there and has no team page. */
export type PeopleForm =
  | 'cards'
  | 'table'
  | 'list'
  | 'definitions'
  | 'prose'
  | 'hcard'
  | 'microdata'
  | 'json-ld'
  | 'vcard'
  | 'imprint'

export type LookName = 'awning' | 'sidebar' | 'ledger' | 'poster' | 'onepage' | 'homemade'

/** What goes wrong, or differs, when somebody visits. */
export type Behaviour =
  | 'slow'
  | 'refuses-robots'
  | 'unreachable'
  | 'parked'
  | 'form-only'
  | 'latin1'
  | 'redirects'

/** First name, last name, title, the part before the @, and a line for the team page. */
export type PersonEntry = readonly [string, string, string, string, string?]

export interface SiteEntry {
  language?: Language
  look: LookName
  /** Index into the palettes. */
  palette: number
  /** How the address of a page ends: `/contact`, `/contact.html` or `/contact/`. */
  ending?: '' | '.html' | '/'
  tagline: string
  story: readonly string[]
  /** What is sold and for how much. */
  offers: readonly (readonly [string, string])[]
  hours: string
  /** The part before the @ of the general address. */
  mailbox: string | null
  form: AddressForm
  peopleForm?: PeopleForm
  behaviour?: Behaviour
  /** Names the studio that built the site in the footer, with the studio's own address. */
  credit?: boolean
  /** Lines of robots.txt after `User-agent: *`. */
  robots?: string
}

export interface TownEntry {
  slug: string
  name: string
  category: string
  street: string
  /** The last three digits. */
  phone: string | null
  /** The part before the @ of the address that the directory lists. */
  listed?: string
  people?: readonly PersonEntry[]
  site: SiteEntry | null
}
