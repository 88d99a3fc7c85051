/** Paths that are asked for where no link leads anywhere, by the site's language. At most four a site. */
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

/** A path that no site has; one that answers 200 to it answers 200 to everything. */
export function probePath(): string {
  return `/goldpan-${Math.random().toString(36).slice(2, 12)}`
}
