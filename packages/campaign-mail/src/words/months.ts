/**
 * Names of months with their short forms, as they stand beside a day in English, German, French, Spanish, Italian, Dutch,
 * Portuguese and Polish. Without accents. Left out are short forms that are common words: 'out', 'set', 'sie'.
 */
export const MONTHS: readonly string[] = [
  'january|januar|janner|jaenner|janvier|enero|gennaio|januari|janeiro|stycznia|styczen|janv|jan|ene|gen|sty',
  'february|februar|feber|fevrier|febrero|febbraio|februari|fevereiro|lutego|luty|febr|fevr|feb|fev|lut',
  'march|marz|maerz|mars|marzo|maart|marco|marca|marzec|mar|mrz|mrt',
  'april|avril|abril|aprile|kwietnia|kwiecien|apr|avr|abr|kwi',
  'may|mai|mayo|maggio|mei|maio|maja|maj|mag',
  'june|juni|juin|junio|giugno|junho|czerwca|czerwiec|jun|giu|cze',
  'july|juli|juillet|julio|luglio|julho|lipca|lipiec|juil|jul|lug|lip',
  'august|aout|agosto|augustus|sierpnia|sierpien|aug|ago',
  'september|septembre|septiembre|setiembre|settembre|setembro|wrzesnia|wrzesien|sept|sep|wrz',
  'october|oktober|octobre|octubre|ottobre|outubro|pazdziernika|pazdziernik|oct|okt|ott|paz',
  'november|novembre|noviembre|novembro|listopada|listopad|nov|lis',
  'december|dezember|decembre|diciembre|dicembre|dezembro|grudnia|grudzien|dec|dez|dic|gru',
]

/** A month before its day is English. */
export const ENGLISH_MONTHS: readonly string[] = [
  'january|february|march|april|may|june|july|august|september|october|november|december',
  'jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec',
]
