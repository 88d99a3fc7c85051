/** What is known of a business before its website is read. `website` is free text as people type it. */
export interface BusinessInput {
  name: string
  address?: string | null
  website?: string | null
  phone?: string | null
  /** ISO 3166 alpha-2; helps to write phone numbers in international form. */
  country?: string | null
}

/** One e-mail address of the business, and what the website says of the person behind it. */
export interface Contact {
  email: string
  first_name: string | null
  last_name: string | null
  title: string | null
  /** E.164, such as +31205550130. */
  phone: string | null
  /** The page that showed the address. */
  source_url: string
  /** At most 300 characters of the page around the address. */
  snippet: string
  /** The name of the technique that found it, such as `mailto` or `cloudflare`. */
  method: string
  /** ISO 8601. */
  found_at: string
  /** 0 to 1; `reasons` says in words where it comes from. */
  confidence: number
  reasons: string[]
  /** The page carries a notice against advertising. */
  no_solicitation: boolean
}

/** What the site says of the business in passing. */
export interface SiteFacts {
  title: string | null
  /** BCP 47, as the page declares it. */
  language: string | null
  description: string | null
  social_profiles: string[]
  /** Website builder or content management system. */
  platform: string | null
  booking_platform: string | null
  shop_platform: string | null
  opening_hours: string[]
  /** E.164 numbers that the site links or shows as its own. */
  phones: string[]
  /** ISO 8601, of the newest page read. */
  last_modified: string | null
}

export type CrawlOutcome =
  | 'found'
  | 'no_website'
  | 'domain_gone'
  | 'unreachable'
  | 'refused_by_robots'
  | 'parked'
  | 'blocked'
  | 'social_profile'
  | 'nothing_found'
  | 'excluded'
  | 'cancelled'

export interface PageVisit {
  url: string
  /** HTTP status, or null where no answer came. */
  status: number | null
  bytes: number
}

export interface CrawlReport {
  outcome: CrawlOutcome
  /** One sentence for the user of the product. */
  explanation: string
  contacts: Contact[]
  facts: SiteFacts
  pages: PageVisit[]
}

export function emptyFacts(): SiteFacts {
  return {
    title: null,
    language: null,
    description: null,
    social_profiles: [],
    platform: null,
    booking_platform: null,
    shop_platform: null,
    opening_hours: [],
    phones: [],
    last_modified: null,
  }
}
