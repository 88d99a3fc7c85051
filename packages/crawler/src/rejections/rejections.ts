import { domainOf, localPart, registrableDomain } from '../address/address.ts'
import type { PageKind } from '../page/page-kind.ts'
import type { SeenAddress } from '../parse/findings.ts'
import { hasNospamWord } from '../techniques/nospam-words.ts'
import { isDemoDomain, isDemoLocalPart } from './demo-addresses.ts'

export interface Site {
  /** Registrable domains that are the business's own. */
  domains: readonly string[]
  businessName: string
}

export interface Judged extends SeenAddress {
  kinds: readonly PageKind[]
  source_url: string
}

interface Rejection {
  name: string
  applies(seen: Judged, site: Site): boolean
}

const TELEMETRY =
  /(?:^|[.-])(?:sentry|wixpress|bugsnag|rollbar|ingest|datadoghq|newrelic|raygun|loggly|cloudfront|amazonaws|akamai|herokuapp|googleapis|gstatic|w3\.org|schema\.org|example|noreply\.github)(?:[.-]|$)/
/** Framework data often contains addresses of the software's makers. */
const DATA_METHODS = new Set(['js-state', 'streamed-state', 'component-props'])
const UNREAD_ROLES =
  /^(?:(?:[\w.-]{1,30}[._-])?no-?_?\.?reply|do-?_?\.?not-?_?\.?reply|donotreply|mailer-daemon|(?:[\w.-]{1,30}[._-])?bounces?|bounce[+-].*|unsubscribe|nobody|postmaster|abuse|hostmaster|root|daemon|devnull|nicht-?antworten|keine-?antwort|ne-?pas-?repondre|nepasrepondre|noresponder|no-?responder|noresponda|non-?rispondere|geen-?antwoord|spamtrap|honeypot|spam)$/
const HEX_LOCAL = /^(?:[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{15,}|u00[0-9a-f]{2}.*)$/
const MESSAGE_ID = /^(?:\d{8,}[.\w+-]*|[\w.+-]*\d{10,}[\w.+-]*|(?=(?:[a-z]*\d){4})[a-z0-9]{24,})$/

/** Chambers and data protection offices, by their own names. */
const AUTHORITY_ADDRESS =
  /kammer|@(?:[\w-]+\.)?(?:ihk|hwk|wko|wk[a-z]{1,5}|rak|stbk|zaek|bfdi|lda|ldi|ldi-?\w+|lfd\w*|datenschutz-?\w*|datenschutzzentrum|cnil|aepd|gpdp|garanteprivacy|autoriteitpersoonsgegevens|uodo|uoou|naih|datatilsynet|imy|tietosuoja|cnpd|dataprotection|edoeb|dsb)\.[\w.]{2,12}$/

/** Reasons to reject an address, in order of precedence. */
export const rejections: readonly Rejection[] = [
  {
    name: 'a placeholder',
    applies: ({ email }, { domains }) =>
      (isDemoDomain(domainOf(email)) && !domains.includes(domainOf(email))) ||
      isDemoLocalPart(localPart(email)),
  },
  { name: 'an example', applies: (seen, site) => seen.context.includes('example') && !isOwn(seen, site) },
  { name: 'telemetry', applies: (seen, site) => TELEMETRY.test(domainOf(seen.email)) && !isOwn(seen, site) },
  {
    name: 'a technical key or message id',
    applies: (seen, site) =>
      HEX_LOCAL.test(localPart(seen.email)) ||
      (MESSAGE_ID.test(localPart(seen.email)) && (isForeign(seen, site) || isOwn(seen, site))),
  },
  { name: 'spelled against spam', applies: ({ email }) => hasNospamWord(email) },
  { name: 'nobody reads it', applies: ({ email }) => UNREAD_ROLES.test(localPart(email)) },
  { name: 'no mail address but code', applies: ({ context }) => context.includes('code') },
  {
    name: 'left over from a theme',
    applies: (seen, site) => seen.context.includes('demo') && isForeign(seen, site),
  },
  {
    name: 'a maker of the website',
    applies: (seen, site) =>
      (isForeign(seen, site) && seen.context.includes('credit')) ||
      (!isOwn(seen, site) && seen.context.includes('plain-credit')),
  },
  {
    name: 'written by a visitor',
    applies: (seen, site) => seen.context.includes('visitor') && !isOwn(seen, site),
  },
  {
    name: 'in a list of links',
    applies: (seen, site) =>
      (seen.context.includes('link-list') || seen.kinds.includes('links')) && isForeign(seen, site),
  },
  {
    name: 'a data protection office',
    applies: (seen, site) =>
      (seen.context.includes('privacy') || seen.kinds[0] === 'privacy') && isForeign(seen, site),
  },
  {
    name: 'a chamber or authority',
    applies: (seen, site) =>
      ((seen.context.includes('authority') && seen.kinds.some(isLegal)) ||
        AUTHORITY_ADDRESS.test(seen.email) ||
        seen.context.includes('oversight')) &&
      isForeign(seen, site),
  },
  {
    name: 'a foreign address in code',
    applies: (seen, site) =>
      !seen.isShown && DATA_METHODS.has(seen.method) && !seen.person && isForeign(seen, site),
  },
]

function isLegal(kind: PageKind): boolean {
  return kind === 'imprint' || kind === 'privacy'
}

export function rejectionOf(seen: Judged, site: Site): string | undefined {
  return rejections.find(({ applies }) => applies(seen, site))?.name
}

/** The same for an address from elsewhere than the website. */
export function rejectionOfListed(email: string, site: Site): string | undefined {
  const listed = { method: 'listed', confidence: 1, alsoBy: [], person: null, phone: null, snippet: '' }
  return rejectionOf({ ...listed, email, context: [], isShown: true, kinds: [], source_url: '' }, site)
}

export function isOwn({ email }: Pick<SeenAddress, 'email'>, site: Site): boolean {
  const domain = registrableDomain(domainOf(email))
  return (
    site.domains.includes(domain) ||
    site.domains.some((own) => bare(own) === bare(domain) || isSpellingOf(own, domain)) ||
    isNamedAfter(domain, site.businessName)
  )
}

/** True for another business's domain: neither the site's own nor a free mail service. */
export function isForeign(seen: Pick<SeenAddress, 'email'>, site: Site): boolean {
  return !isOwn(seen, site) && !isFreeMailDomain(domainOf(seen.email))
}

/** Lets 'bright-paws-vet.com' and 'brightpaws-vet.de' match. */
function bare(domain: string): string {
  return domain.split('.')[0]!.replace(/-/g, '')
}

function isSpellingOf(own: string, other: string): boolean {
  const a = bare(own)
  const b = bare(other)
  return a.length > 6 && b.length > 6 && (a.startsWith(b) || b.startsWith(a))
}

function isNamedAfter(domain: string, name: string): boolean {
  const joined = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, '')
  return (
    joined.length > 6 &&
    (bare(domain) === joined || (bare(domain).length > 8 && joined.startsWith(bare(domain))))
  )
}

/** Free mail services, from which many small businesses write. */
const FREE_MAIL =
  /^(?:g(?:oogle)?mail|hotmail|outlook|live|msn|yahoo|ymail|rocketmail|aol|aim|icloud|me|mac|gmx|web|t-online|freenet|arcor|online|posteo|mailbox|proton|protonmail|pm|tutanota|tuta|fastmail|zoho|yandex|mail|bk|inbox|list|rambler|qq|163|126|sina|naver|daum|hanmail|orange|wanadoo|free|laposte|sfr|neuf|club-internet|bbox|numericable|aliceadsl|libero|virgilio|alice|tin|tiscali|tiscalinet|fastwebnet|inwind|iol|teletu|supereva|email|poste|ziggo|kpnmail|kpnplanet|planet|xs4all|hetnet|home|chello|casema|upcmail|quicknet|zeelandnet|telenet|skynet|pandora|proximus|scarlet|voo|wp|onet|o2|interia|gazeta|op|poczta|vp|seznam|centrum|volny|atlas|tiscali|azet|zoznam|telia|tele2|bredband|comhem|spray|swipnet|telenor|online|broadpage|jubii|ofir|stofanet|tdcadsl|mail-online|kolumbus|suomi24|elisa|luukku|saunalahti|pp|freemail|citromail|t-email|indamail|vipmail|terra|telefonica|ono|movistar|sapo|iol|clix|netcabo|uol|bol|terra|globo|ig|btinternet|btopenworld|talktalk|virginmedia|ntlworld|sky|blueyonder|tesco|tiscali|plusnet|comcast|verizon|att|sbcglobal|bellsouth|cox|charter|earthlink|juno|optonline|rogers|shaw|sympatico|telus|bigpond|optusnet|iinet|xtra|bluewin|hispeed|sunrise|gmx|aon|chello|utanet|kabsi|a1|inode|vodafone|vodafonemail|kabelmail|unitybox|ewetel|ewe|osnanet|netcologne|t-mobile|onlinehome|hushmail|mailinator)\.(?:com|net|org|de|at|ch|fr|it|es|nl|be|pl|cz|sk|se|no|dk|fi|hu|pt|br|com\.br|co\.uk|uk|ie|ca|eu|info|me|ru|su|ua|com\.au|net\.au|co\.nz|net\.nz|gr|ro|cn|com\.cn|kr|jp|co\.jp|ne\.jp|to|lu|li|email|in|co\.in|mx|com\.mx|ar|com\.ar|tr|com\.tr)$/

export function isFreeMailDomain(domain: string): boolean {
  return FREE_MAIL.test(domain)
}
