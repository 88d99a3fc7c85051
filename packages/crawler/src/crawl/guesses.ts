import { registrableDomain } from '../address/address.ts'
import { FetchFailure } from '../fetch/fetcher.ts'
import type { SiteSource } from './sitemap.ts'

/** Paths to try by site language if no link leads to an address. At most four per site. */
const PATHS: Record<string, readonly string[]> = {
  de: ['/kontakt', '/impressum', '/team', '/ueber-uns'],
  fr: ['/contact', '/mentions-legales', '/equipe', '/nous-contacter'],
  it: ['/contatti', '/chi-siamo', '/contatti.html', '/contact'],
  es: ['/contacto', '/aviso-legal', '/quienes-somos', '/contact'],
  nl: ['/contact', '/over-ons', '/team', '/colofon'],
  pl: ['/kontakt', '/o-nas', '/zespol', '/kontakt.html'],
  pt: ['/contactos', '/contato', '/sobre', '/contact'],
  cs: ['/kontakt', '/kontakty', '/o-nas', '/kontakt.html'],
  sv: ['/kontakt', '/om-oss', '/kontakta-oss', '/personal'],
  da: ['/kontakt', '/om-os', '/medarbejdere', '/kontakt-os'],
  fi: ['/yhteystiedot', '/ota-yhteytta', '/meista', '/henkilosto'],
  hu: ['/kapcsolat', '/impresszum', '/rolunk', '/elerhetoseg'],
  en: ['/contact', '/contact-us', '/about', '/team'],
}
const BY_DOMAIN: Record<string, string> = {
  de: 'de',
  at: 'de',
  ch: 'de',
  fr: 'fr',
  be: 'nl',
  it: 'it',
  es: 'es',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt',
  br: 'pt',
  cz: 'cs',
  sk: 'cs',
  se: 'sv',
  dk: 'da',
  no: 'da',
  fi: 'fi',
  hu: 'hu',
  mx: 'es',
  ar: 'es',
}

export function guessPaths(language: string, hostname: string): readonly string[] {
  return PATHS[language] ?? PATHS[BY_DOMAIN[hostname.split('.').at(-1) ?? ''] ?? 'en'] ?? PATHS.en!
}

/** Requests a random path. A site that has a page for it has one for every path, so guessing is pointless. */
export async function servesAnyPath({ fetcher, home, signal, siteDomains }: SiteSource): Promise<boolean> {
  const url = new URL(`/goldpan-${Math.random().toString(36).slice(2, 12)}`, home)
  const mayFollow = (next: URL): boolean => siteDomains.includes(registrableDomain(next.hostname))
  try {
    const response = await fetcher.fetch({ url, signal, maxBytes: 2000, mayFollow, accepts: /./ })
    return response.status < 400
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return true
  }
}
