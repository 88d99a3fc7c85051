import type { Page } from '../page/page.ts'
import { scriptText } from '../page/tree.ts'

export type EmptyKind = 'parked' | 'unfinished' | 'challenge'

/**
 * Recognises pages that stand in place of the website: 'parked' for a registrar's, dealer's or fresh server's page,
 * 'unfinished' for a site under construction, 'challenge' for a bot check. Undefined for a real page.
 */
export function emptinessOf(title: string, page: Page): EmptyKind | undefined {
  return isChallenge(title, page) ? 'challenge' : placeholderKind(title, page.text, page)
}

const CHALLENGE_WORDS =
  /just a moment\.\.\.|attention required! \| cloudflare|checking (?:your browser|the site connection)|verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?human|are you (?:a )?(?:robot|human)\?|enable javascript and cookies to continue|robot challenge|incapsula incident|request unsuccessful|website firewall|ddos[- ]guard|ddos protection by|complete the security check|unusual traffic|pardon our interruption|(?:human|bot) verification|request is being verified|one moment, please|access (?:to this page has been )?denied|zugriff verweigert|sicherheitsüberprüfung|vérification de sécurité|accès refusé|acceso denegado|accesso negato|toegang geweigerd/i
const CHALLENGE_SCRIPTS =
  /_Incapsula_Resource|captcha-delivery\.com|\/\.well-known\/sgcaptcha|perimeterx|px-captcha|awswaf|challenges\.cloudflare\.com|slowAES|__test=/i
const MAX_CHALLENGE_TEXT = 1500
const MAX_CHALLENGE_LINKS = 2

function isChallenge(title: string, page: Page): boolean {
  if (page.text.length > MAX_CHALLENGE_TEXT || page.byName('a').length > MAX_CHALLENGE_LINKS) return false
  if (CHALLENGE_WORDS.test(`${title}\n${page.text}`)) return true
  return [...page.byName('script'), ...page.byName('iframe'), ...page.byName('meta')].some((element) => {
    const { src = '', content = '' } = element.attributes
    return (
      CHALLENGE_SCRIPTS.test(src) ||
      CHALLENGE_SCRIPTS.test(content) ||
      CHALLENGE_SCRIPTS.test(scriptText(element).slice(0, 5000))
    )
  })
}

const FOR_SALE =
  /(?:this |the )?domain(?: name)?(?: \S{3,60})? (?:is|may be) (?:for sale|available for purchase|parked)|buy this domain|interested in this domain|inquire about this domain|make an offer on this domain|parked (?:free|domain)|domain parking|sedoparking|hugedomains|afternic|dan\.com|parkingcrew|bodis\.com|namecheap parking|this domain (?:name )?(?:has|was) (?:been )?(?:expired|(?:recently )?registered)|domain (?:ist|steht) (?:zu verkaufen|zum verkauf)|diese domain (?:ist geparkt|kaufen|wurde)|domain kaufen|(?:ce|votre) (?:nom de )?domaine (?:est (?:à vendre|en vente|parqué|réservé)|a (?:bien )?été (?:créé|enregistré|réservé))|dominio in vendita|(?:questo|il) dominio (?:è|e'|risulta) (?:stato )?(?:registrato|in vendita|parcheggiato)|este dominio (?:está|ha sido) (?:en venta|a la venta|registrado|aparcado|reservado)|este domínio (?:está|foi) (?:à venda|registado|registrado|reservado)|(?:deze domeinnaam|dit domein|deze domein) is (?:te koop|geregistreerd|gereserveerd|geparkeerd)|domena (?:\S{3,60} )?(?:jest |została )?(?:na sprzedaż|zaparkowana|zarejestrowana|utrzymywana)|doména (?:\S{3,60} )?(?:je |byla )?(?:na prodej|zaparkována|zaregistrována)|domänen (?:är|har) (?:till salu|parkerad|reserverad|registrerad|registrerats)|domænet er (?:til salg|parkeret|reserveret)|domenet er (?:til salgs|parkert|registrert)|(?:verkkotunnus|domain) (?:on )?(?:myytävänä|pysäköity|varattu)|domain (?:név )?(?:eladó|parkol)|домен (?:\S{3,60} )?(?:прода[её]тся|припаркован|зарегистрирован)|alan adı (?:satılık|park)|(?:この|このサイトの)ドメインは?.{0,40}(?:取得|販売|登録)|(?:该|此)域名|域名出售/i
const FRESH_SERVER =
  /apache2? (?:\S+ )?default page|it works!|welcome to nginx|iis windows server|default web ?site page|domain default page|default welcome page|web server's default page|index of \/|plesk (?:obsidian|default)|cpanel|future home of something|account (?:has been )?suspended|placeholder page|test page for the|congratulations! (?:your|the) (?:site|domain)|default directory page|just another wordpress site\s*hello world|hello world!\s*welcome to wordpress/i
/** Phrases of registrars about a registered name, which hosting companies also use about themselves. */
const KEPT =
  /(?:domain(?:name)?|domän(?:namnet|en)?|domæne(?:t|navn(?:et)?)?|domene(?:t|navn(?:et)?)?)\b[^.]{0,30}\b(?:registriert|vergeben|geparkt|parkerat|parkerad|registrerat|registrerad|registreret|registrert|parkeret|reserveret|reservert)\b/i
const UNFINISHED =
  /under construction|coming soon|launching soon|hier entsteht|im aufbau|wird (?:gerade|derzeit|aktuell|zur ?zeit) (?:überarbeitet|neu|aufgebaut)|en construction|sito in (?:allestimento|costruzione)|pagina in costruzione|en construcción|em construção|in aanbouw|w budowie|ve výstavbě|under opbygning|under uppbyggnad|under oppbygging|rakenteilla|felépítés alatt|în construcție|yapım aşamasında|υπό κατασκευή|в разработке|準備中|建设中/i
const MAX_PARKED_TEXT = 4000

function placeholderKind(title: string, text: string, page: Page): 'parked' | 'unfinished' | undefined {
  if (text.length > MAX_PARKED_TEXT) return undefined
  const whole = `${title}\n${text}`
  if (FOR_SALE.test(whole)) return 'parked'
  const ownLinks = page.byName('a').filter(({ attributes }) => attributes.href?.startsWith('/')).length
  if (ownLinks >= 4) return undefined
  const head = `${title}\n${text.slice(0, 1500)}`
  return FRESH_SERVER.test(head) || KEPT.test(head)
    ? 'parked'
    : UNFINISHED.test(head)
      ? 'unfinished'
      : undefined
}
