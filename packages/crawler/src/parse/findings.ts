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
  /** 4: same structured object. 3: one name next to one address. 2: order on the page. 1: name only. */
  evidence: 1 | 2 | 3 | 4
}

export interface SeenAddress {
  email: string
  method: string
  confidence: number
  /** Other techniques that also found it on this page. */
  alsoBy: string[]
  person: PersonFacts | null
  phone: string | null
  snippet: string
  context: ContextFlag[]
  /** Visible on the page, not only in code or attributes. */
  isShown: boolean
}

export interface PageFindings {
  url: string
  kinds: PageKind[]
  title: string
  addresses: SeenAddress[]
  people: (PersonFacts & { strength: 1 | 2 | 3 })[]
  /** See Sighting.twin. */
  twins: string[]
  links: PageLink[]
  /** Null unless requested. */
  facts: PageFacts | null
  phones: string[]
  noSolicitation: boolean
  /** The robots meta element forbids following its links. */
  nofollow: boolean
  /** Set for a page without content of the business. */
  empty: EmptyKind | undefined
  textLength: number
}

export interface ReadPageRequest extends PageSource {
  country: string | null
  /** A person can't have this name. */
  businessName?: string
  /** Read the facts about the business; default true. */
  wantsFacts?: boolean
}
