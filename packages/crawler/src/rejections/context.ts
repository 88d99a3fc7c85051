import { fold } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import { closest, type ElementNode, textOf, walk } from '../page/tree.ts'
import { blockIndexAt } from '../people/pairing.ts'

/** Facts about an address taken from the text around it. */
export type ContextFlag =
  /** Named as maker, host or photographer of the website. */
  | 'credit'
  /** A credit in plain words: 'Webdesign: …', 'made by …'. */
  | 'plain-credit'
  /** Written by a visitor: comment, review, guest book. */
  | 'visitor'
  /** In a list of other people's addresses. */
  | 'link-list'
  /** A data protection officer or authority. */
  | 'privacy'
  /** The chamber, court or board that supervises the business, named in imprints by law. */
  | 'authority'
  /** A complaints office named in the same line. */
  | 'oversight'
  /** Demo text of a theme. */
  | 'demo'
  /** 'e.g. jane@…' */
  | 'example'
  /** Code, a shell command, a URL's user part, another protocol. */
  | 'code'
  /** Certified mail (Italian PEC). */
  | 'certified'

const CREDIT =
  /(?:web-?\s?(?:design|site|seite|master|hosting|entwicklung|agentur|programmierung|umsetzung|auftritt|layout|realisierung|bureau|studio)|design(?:ed)?(?:\s?(?:by|&|und|von|:|et|and))|gestalt(?:et|ung)|konzept(?:ion)?|umsetzung|programmier(?:t|ung)|technische umsetzung|realisi?erung|realisation|realise(?:e|r)? (?:par|avec)|site (?:cree|realise|concu)|realizado por|autor strony|autor der seite|auteur du site|autore del sito|autor de la web|sito (?:realizzato|web|a cura)|gemaakt door|website door|zhotovi|zrealizow|wdrozenie|producerad av|webb? ?(?:av|byra)|hjemmeside (?:af|fra|av|laget)|nettsi?(?:de|ted|den) (?:av|fra|laget|er laget)|hemsidan? (?:av|fran|ar gjord)|webbplats(?:en)? av|sivuston? (?:toteutus|tekija)|kotisivu(?:t|jen) (?:toteutus|tekija)|lavet af|utviklet av|laget av|weboldal|honlap|realizzazione|realizzato|realizado|realizacja|realizacion|realisatie|webove stranky|vytvoril|tvorba|stworzone|projekt i wykonanie|wykonanie|powered by|built by|made by|made with|developed by|site by|website by|theme by|template by|created by|creation|cree par|conception|conçu par|developpement|desarrollo|diseno|desenvolvido|desenvolvimento|sviluppo|progetto grafico|grafica|graphisme|ontwerp|ontwikkeld|ontwikkeling|webbdesign|produktion|toteutus|keszitette|keszites|hosting|hosted|heberge(?:ur|ment|e par)|hebergement|provider|alojamiento|alojamento|tarhely|hostovano|photo(?:s|graph(?:y|ies|e)?)?\s?(?:by|credits?|:|©)|foto(?:s|grafie|graf)?\s?(?:von|by|:|©)|bildnachweis|fotonachweis|bildquellen?|fotografie|credits? photos?|illustration|logo\s?design|copyright photos|agence web|agentur|webagentur|werbeagentur|internetagentur|editeur du logiciel|cms|software|system by|optimi[sz]ed by|seo|rechtstexte|(?:impressum|datenschutz\w*)[- ]?(?:generator|muster)|(?:muster|vorlage|generator) (?:von|der|des)|legal texts? by|textes? juridiques?|testi legali)/
/** The credit word with a colon or 'by'. Without them it may be the business's own trade. */
const PLAIN_CREDIT = new RegExp(
  `${CREDIT.source}(?:[^\\n:@]{0,40}:|[^\\n:@]{0,20}\\s(?:by|von|par|da|di|por|av|af|door|durch|przez)\\s)`,
)
const PLAIN_CREDIT_BEFORE = new RegExp(`${PLAIN_CREDIT.source}\\s*$`)
/** A line with nothing else, heading a credit. 'Fotografie Maria Huber' is a trade. */
const PLAIN_CREDIT_LINE = new RegExp(
  `${PLAIN_CREDIT.source}|^\\W*(?:${CREDIT.source}|\\W|\\b(?:und|and|et|e|y|en|der|die|das|the|of|der website|website|webseite|site|du site|internet|seite)\\b)+$|(?:realisi?ert|gestaltet|umgesetzt|erstellt|designed|built|made|developed|created|realise|cree|concu|realizzato|realizado|gemaakt|zrealizowan\\w*|wykonan\\w*)\\b`,
)
const CREDIT_IN_NAME = /(?:^|[.@-])(?:web-?design|webdesigner|hosting|hoster|webagentur|webmaster-service)/
const VISITOR =
  /(?:^|[-_\s])(?:comment|testimonial|review|guestbook|gaestebuch|g(?:ä|ae)stebuch|kommentar|bewertung|kundenstimme|rezension|avis|temoignage|recension|recensione|opinion|opiniones|livre-d-or|blog-comments|disqus)/i
const VISITOR_WORDS =
  /(?:gastebuch|guest book|testimonial|kundenstimmen|das sagen unsere|bewertungen|customer reviews?|what our (?:customers|clients)|avis (?:de nos )?clients|temoignages|livre d.or|recensioni|dicono di noi|opiniones|kommentare|comments|leserbriefe)/
const LINK_LIST =
  /^(?:unsere|our|nos|weitere|useful|nutzliche|interessante|andere|befreundete|i nostri|nuestros|onze|nasi)?\s*(?:links?|linkliste|link list|partner|partners|partenaires|suppliers|stockists|dealers?|resellers|retailers|distributors|manufacturers|brands|lieferanten|(?:fach)?handler|handlersuche|hersteller|marken|bezugsquellen|verkaufsstellen|vertriebspartner|fournisseurs|revendeurs|points de vente|distributeurs|fornitori|rivenditori|punti vendita|proveedores|distribuidores|puntos de venta|leveranciers|dealers|verkooppunten|dostawcy|dystrybutorzy|forhandlere|aterforsaljare|jalleenmyyjat|viszonteladok|fornecedores|revendedores|sponsoren|sponsors|freunde|friends|adressen|seiten|vereine|siti amici|enlaces|liens)\s*:?$/
const PRIVACY =
  /(?:datenschutzbeauftragt|aufsichtsbehorde|landesbeauftragt|beschwerderecht|data protection (?:officer|authority)|supervisory authority|information commissioner|delegue a la protection|\bcnil\b|responsabile della protezione|garante (?:per la|privacy)|autorita di controllo|delegado de proteccion|\baepd\b|agencia espanola de proteccion|autoriteit persoonsgegevens|functionaris voor gegevens|inspektor ochrony danych|\buodo\b|urad pro ochranu|naih|tietosuojavaltuutet|datatilsynet|imy\b|integritetsskydds|encarregado de protecao|\bcnpd\b|\bdpo\b|streitbeilegung|schlichtungsstelle|online dispute)/
const AUTHORITY =
  /(?:\b(?:handwerks|arzte|zahnarzte|tierarzte|apotheker|rechtsanwalts|steuerberater|architekten|ingenieur|wirtschaftspruefer|wirtschafts|industrie- und handels|landesarzte|notar|psychotherapeuten)kammer|zustandige (?:kammer|behorde|aufsicht)|kassenzahnarztliche|kassenarztliche|gewerbeaufsicht|aufsichtsbehorde|schlichtungsstelle|schlichtung|verbraucherschlichtung|bar association|chamber of|law society|supervisory (?:authority|body)|regulatory (?:authority|body)|ombudsman|ordre des (?:avocats|medecins|architectes|experts|pharmaciens|chirurgiens)|barreau d|mediateur de la consommation|mediation de la consommation|mediateur|ordine degli|ordine dei|collegio dei|ilustre colegio|colegio (?:oficial|de (?:abogados|medicos|odontologos|arquitectos))|kamer van koophandel|geschillencommissie|izba (?:lekarska|adwokacka|radcow|aptekarska)|camera di commercio|chambre (?:de commerce|des metiers)|camara de comercio)/
/** A chamber's entry has a name, street, town, numbers and website before its address. */
const AUTHORITY_LINES = 8
const OVERSIGHT =
  /ombuds(?:man|stelle|person)|schlichtungsstelle|beschwerdestelle|mediateur de la consommation|mediation de la consommation|mediatore|complaints? (?:board|commission|authority)|arbitration|geschillencommissie|konsumentverket|reklamasjonsnemnd/
/** '“A joy!” — Ruth Hartley, ruth@…' */
const QUOTED = /["”»]\s*[,.]?\s*(?:[–—-]|\bby\b|\bvon\b)\s*\p{Lu}[^"”“»«\n.@]{2,60}[\s,(]*$/u
const DEMO =
  /lorem ipsum|dolor sit amet|\+?0?1 ?123 ?444 ?555|123 ?456 ?78|themeforest|your company|demo (?:store|site|content)|sample text|placeholder/
const EXAMPLE_BEFORE =
  /(?:\be\.?g\.?|\bexample|\bz\. ?b\.|\bbeispiel|\bexemple|\bp\. ?ej\.|\bejemplo|\besempio|\bad es\.|\bbijv\.|\bvoorbeeld|\bnp\.|\bprzyklad|\bnapr\.|\bt\. ?ex\.|\bf\. ?eks\.|\besim\.)\W{0,6}$/
/** Cookie banners name their makers. */
const CONSENT_BOX = /cookie|consent|usercentrics|borlabs|onetrust|\bcmp\b/i
const CODE_BEFORE =
  /(?:(?:\b(?:ssh|scp|rsync|sftp|git clone|git remote add \w+|npm i(?:nstall)?|npx|pip install|sip|sips|xmpp|jabber|skype|ftp|im)\b[\s:]{1,3}[\w./-]*)|\/\/[^\s/@]{0,80}:?|[\w-]+:\/\/[^\s@]{0,80})$/i
const CERTIFIED = /(?:\bpec\b|posta certificata|posta elettronica certificata)\W{0,12}$/

/** Collects the flags of an address from the words before it, the heading above it and the boxes around it. */
export function contextOf(page: Page, offset: number, email: string): ContextFlag[] {
  const flags = new Set<ContextFlag>()
  if (offset < 0) return []
  const index = blockIndexAt(page, offset)
  const block = page.blocks[index]
  if (!block) return []
  const before = page.text.slice(Math.max(block.from, offset - 160), offset)
  const own = fold(before)
  const lines = fold(
    page.blocks
      .slice(Math.max(0, index - 3), index)
      .map(({ from, to }) => page.text.slice(from, Math.min(to, from + 120)))
      .join('\n'),
  )
  const credit = fold(lastClauses(before))
  const isBelowCredit = own.length < 60 && creditLines(lines, CREDIT)
  const isBelowPlainCredit = isBelowCredit && creditLines(lines, PLAIN_CREDIT_LINE)
  if (CREDIT.test(credit) || isBelowCredit || CREDIT_IN_NAME.test(email)) flags.add('credit')
  if (PLAIN_CREDIT.test(credit) || isBelowPlainCredit) flags.add('plain-credit')
  if (isVisitorBox(block.element) || VISITOR_WORDS.test(headingBefore(page, index)) || QUOTED.test(before))
    flags.add('visitor')
  if (LINK_LIST.test(headingBefore(page, index))) flags.add('link-list')
  if (PRIVACY.test(`${lines}\n${own}`) || closest(block.element, isConsentBox)) flags.add('privacy')
  if (EXAMPLE_BEFORE.test(own)) flags.add('example')
  if (OVERSIGHT.test(own.split('@').at(-1)!)) flags.add('oversight')
  if (AUTHORITY.test(authorityLines(page, index, offset))) flags.add('authority')
  if (DEMO.test(`${lines}\n${fold(page.text.slice(block.from, Math.min(block.to, block.from + 400)))}`))
    flags.add('demo')
  if (CODE_BEFORE.test(before) || isCodeAfter(page.text, offset, email)) flags.add('code')
  if (CERTIFIED.test(own) || /(?:^|[@.-])(?:pec|legalmail|cert)\./.test(email)) flags.add('certified')
  return [...flags]
}

function isConsentBox({ name, attributes: { id = '', class: classes = '' } }: ElementNode): boolean {
  return !WHOLE_PAGE.has(name) && (CONSENT_BOX.test(id) || CONSENT_BOX.test(classes))
}

/** The lines above, up to the previous address. */
function authorityLines(page: Page, index: number, offset: number): string {
  const first = page.blocks[Math.max(0, index - AUTHORITY_LINES)]!.from
  return fold(page.text.slice(first, offset).split('@').at(-1)!)
}

/** '© Jane Roe', 'Photos: Jane Roe': a line that names the makers, without an address. */
export function isCreditLine(line: string, at: number): boolean {
  if (line.includes('@')) return false
  const before = fold(line.slice(Math.max(0, at - 80), at))
  return (
    /(?:©|\(c\)|copyright|all rights reserved)[^.|·]{0,40}$/.test(before) || PLAIN_CREDIT_BEFORE.test(before)
  )
}

/** 'Review by', 'Kundenstimme von'. 'The editor of Roof Review, Paula Kent' is no reviewer. */
const REVIEW_BY =
  /\b(?:reviews?|testimonials?|kundenstimmen?|bewertung(?:en)?|avis client|recension[ei]|opini[oó]n(?:es)?)\b[\s:–—-]*(?:\p{L}+\s+){0,2}$/iu

/** True for the name of a reviewer or commenter. */
export function isVisitorPlace(page: Page, { from, block: index }: { from: number; block: number }): boolean {
  const block = page.blocks[index]!
  const before = page.text.slice(Math.max(block.from, from - 200), from)
  if (/["”“»«‘’']\s*[,.]?\s*(?:[–—-]|by|von)\s*$/.test(before)) return true
  if (REVIEW_BY.test(before)) return true
  return isVisitorBox(block.element) || VISITOR_WORDS.test(headingBefore(page, index))
}

/** Drops everything up to the previous address: 'Éditeur : EARL X, x@x.fr. Création : Studio Y, '. */
function lastClauses(before: string): string {
  const at = before.lastIndexOf('@')
  const rest = at < 0 ? before : before.slice(at).replace(/^\S+/, '')
  return rest.split(/\s[|•·]\s/).at(-1) ?? ''
}

/** Searches the short lines above, up to one with an address: credits take several lines. */
function creditLines(lines: string, pattern: RegExp): boolean {
  const own = lines.split('\n').reverse()
  for (const line of own) {
    if (line.includes('@') || line.length > 100) return false
    if (pattern.test(line)) return true
  }
  return false
}

const visitorBoxes = new WeakMap<ElementNode, boolean>()

/** Cached per box, because most places of a page share their boxes. */
function isVisitorBox(element: ElementNode): boolean {
  const path: ElementNode[] = []
  let answer = false
  for (let box: ElementNode | null = element; box; box = box.parent) {
    const known = visitorBoxes.get(box)
    if (known !== undefined) {
      answer = known
      break
    }
    path.push(box)
    if (!isVisitorName(box)) continue
    answer = true
    break
  }
  for (const box of path) visitorBoxes.set(box, answer)
  return answer
}

/** Classes of these only say whether comments are open. */
const WHOLE_PAGE = new Set(['html', 'body', 'main', 'article', '#document'])

function isVisitorName(box: ElementNode): boolean {
  if (WHOLE_PAGE.has(box.name)) return false
  const { id = '', class: classes = '', itemtype = '' } = box.attributes
  if (box.name === 'blockquote' && isQuotation(box)) return true
  return VISITOR.test(classes) || VISITOR.test(id) || /\/(?:Comment|Review)$/.test(itemtype)
}

/** Old pages use blockquote to indent. A quotation has a source or quotation marks. */
function isQuotation(box: ElementNode): boolean {
  if (/^\s*["“„»«]/.test(textOf(box, 40))) return true
  for (const node of walk(box)) {
    if (node.order > box.order + 60) return false
    if (node.kind === 'element' && (node.name === 'cite' || node.name === 'footer')) return true
  }
  return false
}

function headingBefore(page: Page, index: number): string {
  for (let at = index; at >= Math.max(0, index - 40); at--) {
    const block = page.blocks[at]!
    if (/^h[1-6]$/.test(block.element.name)) return fold(page.text.slice(block.from, block.to)).slice(0, 120)
  }
  return ''
}

function isCodeAfter(text: string, offset: number, email: string): boolean {
  const after = text.slice(offset, offset + email.length + 3)
  const rest = after.slice(email.length)
  return /^:[\w/~]/.test(rest) && !/^:\s/.test(rest)
}
