/** A person on a demo website. */
export interface DemoPerson {
  first_name: string
  last_name: string
  title: string
  email: string
}

/** A fictional business of the demo town, as a directory lists it. */
export interface DemoBusiness {
  slug: string
  name: string
  /** An OpenStreetMap tag: `shop=bakery`. */
  category: string
  address: string
  locality: string
  country: string
  /** In the range that Ofcom reserves for fiction (01632 960000 to 960999). */
  phone: string | null
  /** `<slug>.localhost`, without a port; null without a website. */
  host: string | null
  /** The address in the directory, which most businesses lack. */
  email: string | null
  lat: number
  lon: number
  /** Everyone a careful reader finds on the website. */
  people: DemoPerson[]
  /** The general address (`hello@…`) a careful reader finds on the website. */
  mailbox: string | null
}

const languages = ['en', 'de', 'fr', 'it', 'es'] as const
export type Language = (typeof languages)[number]

/** How addresses are written or hidden in the markup, as on real websites. */
const addressForms = [
  'mailto',
  'text',
  'entities',
  'percent',
  'brackets',
  'comments',
  'split',
  'reversed',
  'cloudflare',
  'typo3',
  'script',
  'data',
  'base64',
] as const
export type AddressForm = (typeof addressForms)[number]

/** How a website presents its people. `imprint` names the first one there and has no team page. */
const peopleForms = [
  'cards',
  'table',
  'list',
  'definitions',
  'prose',
  'hcard',
  'microdata',
  'json-ld',
  'vcard',
  'imprint',
] as const
type PeopleForm = (typeof peopleForms)[number]

/** `awning` has a page per subject, `onepage` a single page whose menu jumps. */
const looks = ['awning', 'onepage'] as const
export type LookName = (typeof looks)[number]

/** Peculiarities of a website. */
const behaviours = [
  'slow',
  'refuses-robots',
  'unreachable',
  'parked',
  'form-only',
  'latin1',
  'redirects',
] as const
export type Behaviour = (typeof behaviours)[number]

export interface SiteEntry {
  language: Language
  look: LookName
  /** Index into the palettes. */
  palette: number
  /** The end of page URLs: `/contact`, `/contact.html` or `/contact/`. */
  ending: string
  tagline: string
  story: readonly string[]
  /** Offers with their prices. */
  offers: readonly (readonly [string, string])[]
  hours: string
  /** The local part of the general address. */
  mailbox: string | null
  form: AddressForm
  peopleForm: PeopleForm | null
  behaviour: Behaviour | null
  /** The footer names the studio that built the site, with its address. */
  credit: boolean
  /** Lines of robots.txt after `User-agent: *`. */
  robots: string | null
}

/** First name, last name, title, local part, and a line for the team page. */
type PersonEntry = readonly [string, string, string, string, string?]

export interface TownEntry {
  slug: string
  name: string
  category: string
  street: string
  /** The last three digits. */
  phone: string | null
  /** The local part of the address in the directory. */
  listed: string | null
  people: readonly PersonEntry[]
  site: SiteEntry | null
}

/**
 * Reads a table of businesses. Each begins with `# <name>` and has a line per fact:
 *
 *     place: slug | category | street | phone or - [| local part in the directory]
 *     site: look | palette | address form [| people form]
 *     story: …             and offer: … | price, person: …, tagline, hours, mailbox, language, ending, behaviour, robots
 */
export const readTable = (text: string): TownEntry[] =>
  text
    .split(/^# /m)
    .slice(1)
    .map((block) => readEntry(block.trimEnd().split('\n')))

function readEntry([name = '', ...lines]: string[]): TownEntry {
  const facts = Map.groupBy(lines.filter(Boolean), (line) => line.slice(0, line.indexOf(':')))
  const all = (key: string) => (facts.get(key) ?? []).map((line) => line.slice(key.length + 2))
  const one = (key: string) => all(key)[0] ?? null
  const [slug = '', category = '', street = '', phone, listed = null] = cells(one('place') ?? '')
  const site = one('site')
  return {
    slug,
    name,
    category,
    street,
    phone: phone === '-' ? null : (phone ?? null),
    listed,
    people: all('person').map((person) => cells(person) as unknown as PersonEntry),
    site: site === null ? null : readSite(cells(site), one, all),
  }
}

function readSite(
  [look = '', palette, form = '', peopleForm]: string[],
  one: (key: string) => string | null,
  all: (key: string) => string[],
): SiteEntry {
  const behaviour = one('behaviour')
  return {
    language: known(languages, one('language') ?? 'en'),
    look: known(looks, look),
    palette: Number(palette),
    ending: one('ending') ?? '',
    tagline: one('tagline') ?? '',
    story: all('story'),
    offers: all('offer').map((offer) => cells(offer) as [string, string]),
    hours: one('hours') ?? '',
    mailbox: one('mailbox'),
    form: known(addressForms, form),
    peopleForm: peopleForm === undefined ? null : known(peopleForms, peopleForm),
    behaviour: behaviour === null ? null : known(behaviours, behaviour),
    credit: one('credit') !== null,
    robots: one('robots'),
  }
}

const cells = (text: string): string[] => text.split(' | ')

function known<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) throw new Error(`The demo town has no '${text}'; it knows ${words.join(', ')}`)
  return word
}
