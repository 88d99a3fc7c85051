/** A business before its website is read. `website` is free text as people type it. */
export interface BusinessInput {
  name: string
  address?: string | null
  website?: string | null
  phone?: string | null
  /** ISO 3166 alpha-2. Used for phone numbers without a country code. */
  country?: string | null
}

/** One email address of the business and the person behind it. */
export interface Contact {
  email: string
  first_name: string | null
  last_name: string | null
  title: string | null
  /** E.164, such as +31205550130. */
  phone: string | null
  /** URL of the page with the address. */
  source_url: string
  /**
   * The line or sentence of the page with the address, or the text of the link to it, up to 300 characters. '' if the
   * address is only in the code of the page.
   */
  snippet: string
  /** Name of the technique that found it, such as `mailto` or `cloudflare`. */
  method: string
  /** ISO 8601. */
  found_at: string
  /** 0 to 1. `reasons` explains it in words. */
  confidence: number
  reasons: string[]
  /** The page has a notice against advertising. */
  no_solicitation: boolean
}

/** Facts about the business besides its contacts. Null or empty if the site doesn't tell. */
export interface SiteFacts {
  title: string | null
  /** BCP 47, as declared by the page. */
  language: string | null
  description: string | null
  social_profiles: string[]
  /** Website builder or content management system. */
  platform: string | null
  booking_platform: string | null
  shop_platform: string | null
  opening_hours: string[]
  /** E.164 numbers that the site links. */
  phones: string[]
  /** ISO 8601. Last-Modified of the newest page read. */
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
  /** HTTP status, null without a response. */
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
