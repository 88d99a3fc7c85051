import { type Page, scriptText } from '../page/page.ts'

const WORDS =
  /just a moment\.\.\.|attention required! \| cloudflare|checking (?:your browser|the site connection)|verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?human|are you (?:a )?(?:robot|human)\?|enable javascript and cookies to continue|robot challenge|incapsula incident|request unsuccessful|website firewall|ddos[- ]guard|ddos protection by|complete the security check|unusual traffic|pardon our interruption|(?:human|bot) verification|request is being verified|one moment, please|access (?:to this page has been )?denied|zugriff verweigert|sicherheitsüberprüfung|vérification de sécurité|accès refusé|acceso denegado|accesso negato|toegang geweigerd/i
const SCRIPTS =
  /_Incapsula_Resource|captcha-delivery\.com|\/\.well-known\/sgcaptcha|perimeterx|px-captcha|awswaf|challenges\.cloudflare\.com|slowAES|__test=/i
const MAX_TEXT = 1500
const MAX_LINKS = 2

/** A page that asks for a browser, or for a human, in place of the website. */
export function isChallenge(title: string, page: Page): boolean {
  if (page.text.length > MAX_TEXT || page.byName('a').length > MAX_LINKS) return false
  if (WORDS.test(`${title}\n${page.text}`)) return true
  return [...page.byName('script'), ...page.byName('iframe'), ...page.byName('meta')].some((element) => {
    const { src = '', content = '' } = element.attributes
    return SCRIPTS.test(src) || SCRIPTS.test(content) || SCRIPTS.test(scriptText(element).slice(0, 5000))
  })
}
