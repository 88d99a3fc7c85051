/** Words for an absence, which mean one only beside a day until which it lasts. Without accents. */
export const ABSENCE_WORDS =
  '\\b(?:vacation|holidays?|leave|away|absent|closed|conges?|absente?s?|vacances|fermee?s?|vacaciones|ausentes?|cerrad[oa]s?|ferie|assent[ei]|chius[aoi]|vakantie|afwezig|verlof|gesloten|ferias|fechad[oa]s?|urlop[^\\s.]*|nieobecn[^\\s.]*|nieczynn[^\\s.]*|zamkniet[^\\s.]*|geschlossen)\\b'

/** How people say when they are back, by language. Regular expressions in lower case and without accents. */
export const RETURN_WORDS: Readonly<Record<string, string>> = {
  en: "\\b(?:i'm|i am|we are|we're|i'll be|i will be|we will be|we'll be) back\\b(?! (?:to|with) you)|\\bback (?:in (?:the )?office|at (?:my desk|work))\\b|(?<!(?:get|be|getting|call|come) )\\bback on (?:the )?(?:\\d|(?:mon|tues|wednes|thurs|fri)day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\\breturn(?:ing)? to (?:the office|work)\\b|\\bi (?:will |shall )?return on\\b|\\breturning on\\b",
  de: '\\bwieder (?:da\\b|zuruck|erreichbar|anwesend|im (?:buro|haus|dienst|einsatz)|fur sie da|besetzt|geoffnet)|\\b(?:bin|sind)(?: [^\\s.]+){0,4} zuruck\\b',
  fr: '\\b(?:suis|serai|serons|sommes|etre) de retour\\b|\\b(?:reviens|reviendrai|rentre le|rentrerai)\\b|\\b(?:a|des) mon retour\\b',
  es: '\\b(?:vuelvo|volvere|volvemos|volveremos|regreso|regresare) (?:a la oficina|al trabajo|el)\\b|\\bestar(?:e|emos) de vuelta\\b|\\bme reincorpor',
  it: '\\b(?:torno|tornero|torniamo|torneremo|rientro|rientrero|rientriamo|riapriamo|riapriremo)\\b|\\bsar(?:o|emo) di ritorno\\b',
  nl: '\\b(?:ben|zijn)(?: [^\\s.]+){0,5} (?:terug|weer (?:bereikbaar|aanwezig|op kantoor|beschikbaar|open))\\b|\\b(?:vanaf|terug op)(?: [^\\s.]+){1,4} (?:terug|weer (?:bereikbaar|aanwezig|op kantoor))\\b|\\bterug op kantoor\\b',
  pt: '\\bestar(?:ei|emos) de (?:volta|regresso)\\b|\\b(?:volto|voltarei|regresso|regressarei|retorno|retornarei) (?:ao|no|em|a|dia)\\b',
  pl: '\\b(?:wracam|wroce|wracamy|wrocimy|bede z powrotem|bede ponownie|bede znowu)\\b',
}
