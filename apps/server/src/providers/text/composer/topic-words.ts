import type { Language } from './language.ts'

type Words = Record<Language, RegExp>

/** Verbs whose object is the offer. */
export const OFFERED: Words = {
  en: /\b(?:installs? and maintains?|designs? and (?:builds?|prints?|installs?)|offers?|offering|(?:supply|supplies|provides?|equips?) [^.,;:!?–—]{3,50} with|provides?|delivers?|supply|supplies|teach(?:es)?|rents? out|hires? out|bakes?|roasts?|sells?|designs?|builds?|installs?|produces?|organi[sz]es?|runs?|prints?|grows?|creates?|develops?|manufactures?|makes?|publish(?:es)?|sets? up|imports?|caters? for|brews?)\s+([^.,;:!?–—]{4,90})/iu,
  de: /(?<!\p{L})(?:beliefer[nt]\s[^.,;:!?–—]{3,50}\smit|versorg(?:en|t)\s[^.,;:!?–—]{3,50}\smit|bieten|bietet|biete|liefern|liefert|produzieren|produziert|verkaufen|verkauft|entwickeln|entwickelt|erstellen|erstellt|bauen|baut|vermieten|vermietet|organisieren|organisiert|drucken|druckt|rösten|röstet|backen|backt|übernehmen|übernimmt|gestalten|gestaltet|gestalte|planen|plant|herstellen|brauen|braut|installieren|installiert|programmieren|programmiert|röste|gebe|geben|mache|nähen|fertigen|fertigt)\s+(?:(?:wir|Ihnen|dir|euch|für Sie|seit \d{4})\s+)*([^.,;:!?–—]{4,90})/u,
  fr: /(?<!\p{L})(?:propos(?:ons|e)|offrons|offre|livrons|livre|fabriquons|fabrique|réalisons|réalise|concevons|conçoit|créons|crée|assurons|assure|organisons|organise|installons|installe|louons|loue|vendons|vend|torréfions|fournissons [^.;]{3,70} en|fournit [^.;]{3,70} en|anime|animons|donne|donnons|imprimons|imprime|cultivons|cultive|préparons|prépare)\s+([^.,;:!?–—]{4,90})/iu,
  it: /(?<!\p{L})(?:offriamo|offre|proponiamo|propone|realizziamo|realizza|produciamo|produce|forniamo|fornisce|consegniamo|consegna|progettiamo|progetta|installiamo|installa|organizziamo|organizza|vendiamo|vende|noleggiamo|noleggia|tostiamo|fabbrichiamo|ricamiamo|stampiamo|stampa|coltiviamo|ci occupiamo di|si occupa di)\s+([^.,;:!?–—]{4,90})/iu,
  es: /(?<!\p{L})(?:ofrecemos|ofrece|proponemos|fabricamos|fabrica|entregamos|entrega|diseñamos|diseña|instalamos|instala|organizamos|organiza|vendemos|vende|alquilamos|alquila|producimos|produce|imprimimos|imprime|tostamos|creamos|crea|desarrollamos|cultivamos|damos|hago|hacemos|preparamos|elaboramos|impartimos|realizamos|realiza|nos dedicamos a(?:l| la| los| las)?)\s+([^.,;:!?–—]{4,90})/iu,
}

const OBJECT = '\\s+([^.,;:!?–—]{4,90})'
const work = (verb: string, name: (object: string) => string) => ({
  verb: new RegExp(`(?<!\\p{L})${verb}${OBJECT}`, 'iu'),
  name,
})
const of = (noun: string, small: string) => (object: string) => `${noun} ${small} ${object}`
const ofFrench = (noun: string) => (object: string) =>
  /^[aeiouéèêâ]/iu.test(object) ? `${noun} d'${object}` : `${noun} de ${object}`

/** Verbs whose object isn't the offer ("we clean windows"), with how to name the work. */
export const WORK: Record<Language, { verb: RegExp; name: (object: string) => string }[]> = {
  en: [
    work('we clean', (object) => `Cleaning ${object}`),
    work('we repair', (object) => `Repairing ${object}`),
    work('we service', (object) => `Servicing ${object}`),
    work('we maintain', (object) => `Maintaining ${object}`),
    work('we paint', (object) => `Painting ${object}`),
    work('we translate', (object) => `Translating ${object}`),
    work('plans and plants', (object) => `Planning and planting ${object}`),
  ],
  de: [
    ...[
      'reinigen',
      'reparieren',
      'warten',
      'streichen',
      'übersetzen',
      'sanieren',
      'pflegen',
      'prüfen',
      'putzen',
      'polieren',
    ].map((verb) =>
      work(
        `wir ${verb}`,
        (object) => `${object.replace(/\s(?:in|im|für|ab|mit|von|ohne|seit|auf)\s.*$/u, '')} ${verb}`,
      ),
    ),
  ],
  fr: [
    work('nous (?:nettoyons|lavons)', ofFrench('Nettoyage')),
    work('nous gérons', ofFrench('Gestion')),
    work('nous réparons', ofFrench('Réparation')),
    work('nous (?:vérifions|contrôlons)', ofFrench('Vérification')),
    work('nous entretenons', ofFrench('Entretien')),
    work('nous traduisons', ofFrench('Traduction')),
    work('nous rénovons', ofFrench('Rénovation')),
  ],
  it: [
    work('puliamo', of('Pulizia', 'di')),
    work('fotografo', of('Fotografie', 'di')),
    work('gestiamo', of('Gestione', 'di')),
    work('ripariamo', of('Riparazione', 'di')),
    work('(?:revisioniamo|controlliamo)', of('Revisione', 'di')),
    work('traduc(?:e|iamo)', of('Traduzione', 'di')),
    work('ristrutturiamo', of('Ristrutturazione', 'di')),
  ],
  es: [
    work('limpiamos', of('Limpieza', 'de')),
    work('revisamos(?: y \\p{L}+mos)?', of('Revisión', 'de')),
    work('gestionamos', of('Gestión', 'de')),
    work('reparamos', of('Reparación', 'de')),
    work('traducimos', of('Traducción', 'de')),
    work('reformamos', of('Reforma', 'de')),
    work('mantenemos', of('Mantenimiento', 'de')),
  ],
}

/** "Save 20 % on your energy bill". */
export const SAVED: Words = {
  en: /^(?:save .{1,25}?\b(?:on|off)|get|cut|reduce|lower)\s+((?:an? |your |the )?[^.,;:!?–—]{4,60})/iu,
  de: /^(?:sparen sie|spare|senken sie|senke)\s+(?:bis zu )?(?:[\d.,]+ ?(?:%|€|Prozent) )?((?:bei |Ihre[nr]? |deine[nr]? )?[^.,;:!?–—]{4,60})/iu,
  fr: /^(?:économisez .{1,25}?\bsur|réduisez)\s+((?:votre |vos |la |le )?[^.,;:!?–—]{4,60})/iu,
  it: /^(?:risparmi(?:a|ate) .{1,25}?\bsu(?:l|lla|i|lle|gli)?|riduc(?:i|ete))\s+((?:vostra |tua |la )?[^.,;:!?–—]{4,60})/iu,
  es: /^¡?(?:ahorr[ae] .{1,25}?\ben|redu(?:ce|zca))\s+((?:su |tu |la |el )?[^.,;:!?–—]{4,60})/iu,
}

/** "… is an accounting practice". */
export const BE: Words = {
  en: /\b(?:is|am|are) (?:an?|the|your) (?!\d)([^.,;:!?–—]{5,60})/iu,
  de: /(?<!\p{L})(?:ist|bin|sind) (?:eine?|die|der|das) ([^.,;:!?–—]{5,60})/iu,
  fr: /(?<!\p{L})(?:est|suis|sommes) (?:une? |les? |la |l['’]|(?=\p{L}+(?:iste|eur|euse|ien|ienne|graphe|logue)s?(?!\p{L})))([^.,;:!?–—]{5,60})/iu,
  it: /(?<!\p{L})(?:è|sono|siamo) (?:un(?:a |o |['’]| )|il |la |lo |l['’])([^.,;:!?–—]{5,60})/iu,
  es: /(?<!\p{L})(?:es|soy|somos) (?:una?|el|la) ([^.,;:!?–—]{5,60})/iu,
}

/** Never part of a thing's name. */
export const HARD_BOUNDARY: Words = {
  en: /\s(?:that|which|so|built|made|designed|created|who|you|we|is|are|has|have|can|will|when|while|until|because|and (?:we|you|gives?|costs?)|every|from|at|by|within|without|starting|directly|across|to|between)\s.*$/iu,
  de: /\s(?:die|der|das|damit|wir|sie|ist|sind|und wir|jeden?|ab|von|innerhalb|ohne|inklusive|seit|bis|direkt|an|auf|zu|zum|zur|nach|in|im|am|kostenlos|kostet|ein|hoch|her)\s.*$/u,
  fr: /\s(?:qui|que|afin|pensée?s?|conçue?s?|et nous|vos|votre|est|sont|dès|à partir|depuis|directement|aux|au|sans|dans|chez|par|sur)\s.*$/iu,
  it: /\s(?:che|pensat[oaie]|progettat[oaie]|e noi|è|sono|da(?= [\d\p{Lu}])|dal|dalla|direttamente|entro|senza|ai|alle|agli|nel|nella|vostr\p{L}|tuo|tua|tuoi|in tutta)\s.*$/u,
  es: /\s(?:que|pensad[oa]s?|diseñad[oa]s?|y nosotros|es|son|desde|directamente|sin|cada|su|sus|tu|tus|a(?! medida| domicilio)|al|por)\s.*$/iu,
}

/** Dropped if the name is too long. */
export const BOUNDARY: Words = {
  en: /\s(?:for|with|on|in|including|as|or)\s.*$/iu,
  de: /\s(?:für|mit|bei|um|aus|speziell|pro|vor)\s.*$/u,
  fr: /\s(?:pour|avec|en|à|des|du)\s.*$/iu,
  it: /\s(?:per|con|su|in|a)\s.*$/iu,
  es: /\s(?:para|con|en)\s.*$/iu,
}

export const ARTICLE: Words = {
  en: /^(?:a|an|the|our|your|all kinds of|everything|any)\s/iu,
  de: /^(?:(?:ein|eine|der|die|das|unsere?|[Ii]hre?|alles|alle)\s|(?:eine[nmr]|de[nmr]|unsere[nmr]|[Ii]hre[nmr])\s(?:\p{Ll}+\s)*)/u,
  fr: /^(?:(?:des|du|de la|une?|les|la|le|nos|notre|vos|votre|de)\s|(?:de )?l['’]|d['’])/iu,
  it: /^(?:(?:uno|una|un|il|lo|la|i|gli|le|dei|delle|degli|nostr[oaie]|vostr[oaie]|tu[oae]|di)\s|un['’]|l['’])/iu,
  es: /^(?:un|una|unos|unas|el|la|los|las|nuestr[oa]s?|sus?|tus?|todo tipo de)\s/iu,
}

/** Words of sentences or advertising, not of names. */
export const UNFIT =
  /(?<!\p{L})(?:we|unforgettable|llamo|soy|chiamo|heiße|appelle|you|your|our|i|my|us|they|it|wir|uns|unsere?\p{L}?|sie|ihre?\p{L}?|du(?!\s\p{Lu})|dein\p{L}*|ich|nous|vous|votre|vos|notre|nos|je|mon|noi|vostr[oaie]|nostr[oaie]|tuo|tua|tuoi|tue|nuestr[oa]s?|su|sus|tu|tus|este|esta|this|that|is|are|ist|sind|est|sont|è|sono|siamo|es|son|somos|welcome|willkommen|bienvenue|benvenuti|bienvenidos|who|what|why|how|wer|was|warum|qui|pourquoi|chi|perché|quién|about|more|mehr|sure|sense|now|today|jetzt|heute|maintenant|ora|subito|ahora|hoy|gratis|free|kostenlos|rabatt|discount|preis|price|prix|prezzo|precio)(?![\p{L}-])/iu

/** "Cabinet comptable spécialisé dans …": the sender stands before it. */
export const SPECIALISED =
  /^(.{5,45}?),?\s(?:speciali[sz](?:ed|ing) in|spezialisiert auf|spécialisée?s? (?:dans|en)|specializzat[oaie] (?:in|nell[ae])|especializad[oa]s? en)\s/iu

/** "Every Monday" before the offer. */
export const WHEN_FIRST =
  /^(?:every|each|jede[nrs]?|chaque|tous les|ogni|cada)\s\p{L}+(?:\s(?:and|und|et|e|y)\s\p{L}+)?\s/iu

/** "Als Steuerberaterin begleite ich …", "Torréfacteur artisanal à Annecy, nous …": the speaker. */
export const AS_WHOM =
  /^(?:Als|As an?|En tant que?|Come|Como)\s(\p{L}+(?:[ -]\p{L}+)?)(?=\s(?:mit|in|aus|für|with|in|spécialisée?|avec|con|en)\s)|^(?!(?:Als|As|En|Come|Como)\s)(\p{Lu}\p{Ll}+(?:\s\p{Ll}+)?)\s(?:à|a|in|en|aus)\s[^,]{3,40}, (?:nous|we|wir|noi)\s/u

/** "Our local SEO packages help plumbers". */
export const OURS =
  /^(?:our|unsere?|nos|notre|(?:i |le |la |il )?nostr[oaie]|nuestr[oa]s?)\s((?:[\p{L}&'’-]+\s){0,3}[\p{L}&'’-]{4,})\s(?:help|let|make|give|keep|save|come|cost|are|is|offer|cover|take|run|work|sind|ist|helfen|hilft|machen|bringen|sparen|kosten|gibt|sont|est|aident|permettent|coûtent|sono|è|aiutano|permettono|costano|son|es|ayudan|ayuda|permiten|cuestan)\p{L}*\s/iu

/** "We fly trained hawks": with any verb, the object says more than nothing. */
export const DOES_ANYTHING: Words = {
  en: /\b[Ww]e (?:(?!(?:are|were|have|had|can|could|will|would|do|did|also|always|only|never|work|look|take|come|go|love|believe|know|think|want|see|get|guarantee|speak|stand|start|charge|use|need|like|help|keep|give|bring|include|accept|reply|respond|arrive|open|just|really|now|still|all)\b)\p{Ll}+)\s+([^.,;:!?–—]{4,90})/u,
  de: /(?:^|\s)[Ww]ir (?!(?:sind|haben|können|werden|kommen|arbeiten|stehen|bleiben|sprechen|glauben|wissen|wollen|möchten|dürfen|müssen|sorgen|helfen|geben|nehmen|machen|freuen|verlangen|berechnen|brauchen|bringen|holen|legen|betreuen|begleiten|beraten|unterstützen|setzen|gehen)\s)\p{Ll}+en\s+([^.,;:!?–—]{4,90})/u,
  fr: /(?:^|\s)[Nn]ous (?!(?:sommes|avons|pouvons|allons|venons|travaillons|intervenons|parlons|pensons|savons|voulons|aidons|accompagnons|aimons|restons|utilisons|prenons|mettons)\s)\p{Ll}+ons\s+([^.,;:!?–—]{4,90})/u,
  it: /(?:^|\s)(?!(?:siamo|abbiamo|possiamo|andiamo|veniamo|lavoriamo|parliamo|pensiamo|sappiamo|vogliamo|aiutiamo|usiamo|diamo|crediamo|amiamo|facciamo|interveniamo|seguiamo)\s)\p{L}{3,}iamo\s+([^.,;:!?–—]{4,90})/iu,
  es: /(?:^|\s)(?!(?:somos|hemos|podemos|vamos|venimos|trabajamos|hablamos|pensamos|sabemos|queremos|ayudamos|usamos|damos|creemos|tenemos|estamos|atendemos|cobramos|recogemos|ponemos)\s)\p{L}{3,}(?:amos|emos|imos)\s+([^.,;:!?–—]{4,90})/iu,
}

/** "I'm Tom, a piano tuner in Leeds": the speaker, after the name. */
export const BY_NAME =
  /^(?:I['’]m|I am|My name is|Ich bin|Ich heiße|Je suis|Je m['’]appelle|Sono|Mi chiamo|Soy|Me llamo)\s\p{Lu}[\p{L} .-]{1,30}, (?:an?|eine?|une?|un['’]?|una|uno)\s?([^.,;:!?–—]{5,60})/u
