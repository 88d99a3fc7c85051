/** Words between a sign and '@' that say it stands for it, by language. Each is a pattern. */
const REPLACING = {
  english:
    'replaced?|replacing|substituted?|swap|change|exchange|stands? for|standing for|means?|represents?|is|becomes?|with|into|by|put|type',
  german:
    'ersetzen|ersetze|ersetzt|zu ersetzen|austauschen|tauschen|tausche|steht für|stehen für|bedeutet|ist|wird zu|durch|gegen|mit|einsetzen|einfügen',
  french:
    'remplacer|remplacez|remplace|remplacée?|remplaçant|substituer|changer|changez|signifie|représente|correspond à|est|par',
  spanish:
    'sustituir|sustituya|sustituye|sustituyendo|reemplazar|reemplace|reemplaza|cambiar|cambie|cambia|significa|representa|equivale a|es|por',
  italian:
    'sostituire|sostituite|sostituisci|sostituisca|sostituendo|cambiare|cambiate|significa|rappresenta|sta per|è|con',
  dutch: 'vervang|vervangen|vervangt|staat voor|betekent|is|door|wissel',
  polish: 'zamień|zamienić|zamieniając|zastąp|zastąpić|zastępuje|oznacza|to|na|przez',
  portuguese: 'substituir|substitua|substitui|trocar|troque|significa|representa|é|por|pelo|pela',
  czech: 'nahraďte|nahradit|nahraď|zaměňte|zameňte|nahradiť|znamená|je|za',
  swedish: 'ersätt|ersätts|ersätta|byt|byts|betyder|står för|är|med|mot',
  danish: 'erstat|erstatt|erstattes|byt|bytt|betyder|betyr|står for|er|med',
  finnish: 'korvaa|korvataan|korvattava|vaihda|tarkoittaa|on|merkillä',
  hungarian: 'cserélje|cseréld|helyettesítse|helyettesítsd|jelentése|jelenti',
}

/** 'Use @ instead of *'. */
const INSTEAD = {
  english: 'instead of|in place of|for|rather than',
  german: 'statt|anstatt|anstelle|an Stelle|für',
  french: 'au lieu|à la place|plutôt que',
  spanish: 'en lugar|en vez',
  italian: 'al posto|invece|anziché',
  dutch: 'in plaats van|i\\.p\\.v\\.',
  polish: 'zamiast',
  portuguese: 'em vez|no lugar|em lugar',
  czech: 'místo|namísto|namiesto',
  swedish: 'i stället för|istället för',
  danish: 'i stedet for|istedenfor|i stedet',
  finnish: 'sijaan|sijasta|tilalle',
  hungarian: 'helyett|helyére',
}

/** Names of '@', in the cases that follow such words. */
const AT =
  'at[- ]?(?:sign|symbol|zeichen|tegn|tecken|merkki|merkillä|merkiksi)|ät[- ]?(?:zeichen|merkki|merkillä)|klammeraffen?|arobase|arobas|arroba|chiocciol(?:a|ina)|ap(?:en)?estaartje|małp[aęką]{1,3}|zavináč(?:em|om)?|snabel-?a|krøllalfa|kukac(?:ra|cal)?'
const DOT =
  'dot|full stop|period|punkt|point|punto|punt|kropk[aęą]|ponto|tečk(?:a|ou)|bodk(?:a|ou)|punktum|piste(?:ellä)?|pont(?:ra)?'

const NAMES: Readonly<Record<string, string>> = {
  '* ★ ☆ ✱ ✳ ⭐ ✶ ∗':
    'star asterisk stern sternchen étoile astérisque asterisco stella stellina estrella ster sterretje gwiazdkę gwiazdka hvězdičku hvězdička hviezdičku stjärna stjärnan stjerne stjernen tähti tähden csillagot csillag',
  '#': 'hash pound hashtag raute doppelkreuz dièse cancelletto almohadilla hekje kratkę cardinal mřížku fyrkant firkant risuaita kettőskereszt',
  '~': 'tilde',
  '|': 'pipe',
  '+': 'plus',
  $: 'dollar',
  '%': 'percent prozent',
  '!': 'ausrufezeichen',
  _: 'underscore unterstrich',
}

export const REPLACING_WORDS = Object.values(REPLACING).join('|')
export const INSTEAD_WORDS = Object.values(INSTEAD).join('|')
export const AT_NAMES = AT
export const DOT_NAMES = DOT

/** The signs that a name means: 'replace the star by @'. */
export const SIGN_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(NAMES).flatMap(([signs, names]) =>
    names.split(' ').map((name) => [name, signs.split(' ')] as const),
  ),
)
