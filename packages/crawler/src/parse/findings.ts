import type { PageLink } from '../page/links.ts'
import type { PageSource } from '../page/page.ts'
import type { PageKind } from '../page/page-kind.ts'
import type { PageFacts } from '../page/site-facts.ts'
import type { ContextFlag } from '../rejections/context.ts'
import type { EmptyKind } from './empty-pages.ts'

export interface PersonFacts {
  first_name: string | null
  last_name: string | null
  title: string | null
  /** 4: same object of structured data; 3: one name beside one address; 2: order on the page; 1: name only. */
  evidence: 1 | 2 | 3 | 4
}

/** One address on one page, with what the page says around it. */
export interface SeenAddress {
  email: string
  method: string
  confidence: number
  /** Other techniques of this page that found it too. */
  alsoBy: string[]
  person: PersonFacts | null
  phone: string | null
  snippet: string
  context: ContextFlag[]
  /** Stands where the page shows text, not only in code or attributes. */
  isShown: boolean
}

export interface PageFindings {
  url: string
  kinds: PageKind[]
  title: string
  addresses: SeenAddress[]
  people: (PersonFacts & { strength: 1 | 2 | 3 })[]
  /** Text that only looks like an address; see Sighting.twin. */
  twins: string[]
  links: PageLink[]
  /** Only where the request asked for them. */
  facts: PageFacts | null
  phones: string[]
  noSolicitation: boolean
  /** robots meta: its links are not to be followed. */
  nofollow: boolean
  /** Nothing of the business: a page for sale, a fresh server, a site that is to come, a check for robots. */
  empty: EmptyKind | undefined
  textLength: number
}

export interface ReadPageRequest extends PageSource {
  country: string | null
  /** As it was asked for: the name of a shop is nobody's name. */
  businessName?: string
  /** Read what the page says of the business as a whole. */
  wantsFacts?: boolean
}
