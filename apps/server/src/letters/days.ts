/** '1 April 2026' in UTC, as everywhere in the product. */
export const dayInLetter = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
