import type { Page } from '../page/page.ts'

const FOR_SALE =
  /(?:this |the )?domain(?: name)?(?: \S{3,60})? (?:is|may be) (?:for sale|available for purchase|parked)|buy this domain|domain (?:ist|steht) (?:zu verkaufen|zum verkauf)|diese domain (?:ist geparkt|kaufen|wurde)|domain kaufen|ce (?:nom de )?domaine est (?:à vendre|en vente|parqué)|dominio in vendita|este dominio está (?:en venta|a la venta)|deze domeinnaam is (?:te koop|geregistreerd)|domena na sprzedaż|inquire about this domain|make an offer on this domain|parked (?:free|domain)|domain parking|sedoparking|hugedomains|afternic|dan\.com|this domain has (?:expired|been registered)/i
const DEFAULT_PAGE =
  /apache2? (?:\S+ )?default page|it works!|welcome to nginx|iis windows server|default web ?site page|web server's default page|index of \/|plesk (?:obsidian|default)|cpanel|future home of something|website coming soon|site (?:is )?under construction|hier entsteht (?:eine neue|ein neuer|in kürze)|account (?:has been )?suspended|placeholder page|test page for the|congratulations! (?:your|the) (?:site|domain)|default directory page|just another wordpress site\s*hello world/i
const MAX_PARKED_TEXT = 4000

/** A page of a registrar, a dealer or a fresh server: nothing of the business. */
export function isParkedPage(title: string, text: string, page: Page): boolean {
  if (text.length > MAX_PARKED_TEXT) return false
  if (FOR_SALE.test(`${title}\n${text}`)) return true
  const ownLinks = page.byName('a').filter(({ attributes }) => attributes.href?.startsWith('/')).length
  return DEFAULT_PAGE.test(`${title}\n${text.slice(0, 1500)}`) && ownLinks < 4
}
