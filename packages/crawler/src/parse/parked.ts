import type { Page } from '../page/page.ts'

const FOR_SALE =
  /(?:this |the )?domain(?: name)?(?: \S{3,60})? (?:is|may be) (?:for sale|available for purchase|parked)|buy this domain|interested in this domain|inquire about this domain|make an offer on this domain|parked (?:free|domain)|domain parking|sedoparking|hugedomains|afternic|dan\.com|parkingcrew|bodis\.com|namecheap parking|this domain (?:name )?(?:has|was) (?:been )?(?:expired|(?:recently )?registered)|domain (?:ist|steht) (?:zu verkaufen|zum verkauf)|diese domain (?:ist geparkt|kaufen|wurde)|domain kaufen|(?:ce|votre) (?:nom de )?domaine (?:est (?:à vendre|en vente|parqué|réservé)|a (?:bien )?été (?:créé|enregistré|réservé))|dominio in vendita|(?:questo|il) dominio (?:è|e'|risulta) (?:stato )?(?:registrato|in vendita|parcheggiato)|este dominio (?:está|ha sido) (?:en venta|a la venta|registrado|aparcado|reservado)|este domínio (?:está|foi) (?:à venda|registado|registrado|reservado)|(?:deze domeinnaam|dit domein|deze domein) is (?:te koop|geregistreerd|gereserveerd|geparkeerd)|domena (?:\S{3,60} )?(?:jest |została )?(?:na sprzedaż|zaparkowana|zarejestrowana|utrzymywana)|doména (?:\S{3,60} )?(?:je |byla )?(?:na prodej|zaparkována|zaregistrována)|domänen (?:är|har) (?:till salu|parkerad|reserverad|registrerad|registrerats)|domænet er (?:til salg|parkeret|reserveret)|domenet er (?:til salgs|parkert|registrert)|(?:verkkotunnus|domain) (?:on )?(?:myytävänä|pysäköity|varattu)|domain (?:név )?(?:eladó|parkol)|домен (?:\S{3,60} )?(?:прода[её]тся|припаркован|зарегистрирован)|alan adı (?:satılık|park)|(?:この|このサイトの)ドメインは?.{0,40}(?:取得|販売|登録)|(?:该|此)域名|域名出售/i
const FRESH_SERVER =
  /apache2? (?:\S+ )?default page|it works!|welcome to nginx|iis windows server|default web ?site page|domain default page|default welcome page|web server's default page|index of \/|plesk (?:obsidian|default)|cpanel|future home of something|account (?:has been )?suspended|placeholder page|test page for the|congratulations! (?:your|the) (?:site|domain)|default directory page|just another wordpress site\s*hello world|hello world!\s*welcome to wordpress/i
/** What registrars say of a name in their keeping, and hosts also of themselves. */
const KEPT =
  /(?:domain(?:name)?|domän(?:namnet|en)?|domæne(?:t|navn(?:et)?)?|domene(?:t|navn(?:et)?)?)\b[^.]{0,30}\b(?:registriert|vergeben|geparkt|parkerat|parkerad|registrerat|registrerad|registreret|registrert|parkeret|reserveret|reservert)\b/i
const UNFINISHED =
  /under construction|coming soon|launching soon|hier entsteht|im aufbau|wird (?:gerade|derzeit|aktuell|zur ?zeit) (?:überarbeitet|neu|aufgebaut)|en construction|sito in (?:allestimento|costruzione)|pagina in costruzione|en construcción|em construção|in aanbouw|w budowie|ve výstavbě|under opbygning|under uppbyggnad|under oppbygging|rakenteilla|felépítés alatt|în construcție|yapım aşamasında|υπό κατασκευή|в разработке|準備中|建设中/i
const MAX_PARKED_TEXT = 4000

/**
 * 'parked': a page of a registrar, a dealer or a fresh server, with nothing of the business. 'unfinished': a site
 * that is to come; what it says of the business itself counts.
 */
export function emptinessOf(title: string, text: string, page: Page): 'parked' | 'unfinished' | undefined {
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
