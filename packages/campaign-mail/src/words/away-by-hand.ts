/** A person who answers although they are away asks or proposes something. Without accents, in lower case. */
export const NOT_A_NOTE =
  /\?|\b(?:but (?:yes|please|i|we|could|can)|please send|send me|call me|let'?s|interested|suits|works for|aber (?:ja|gerne|bitte)|schicken sie|rufen sie|passt|mais (?:oui|volontiers|envoyez)|envoyez|appelez|pero (?:si|envie|mande)|envie(?:me|n)|llameme|ma (?:si|mandi)|mandi|mi chiami|maar (?:ja|graag|stuur)|stuur)\b/

/** An absence that has yet to come, or is over. Without accents, in lower case. */
export const COMING_WORDS =
  /\b(?:next (?:week|month|year|monday|tuesday|wednesday|thursday|friday)|from (?:tomorrow|monday|tuesday|wednesday|thursday|friday)|tomorrow|on (?:monday|tuesday|wednesday|thursday|friday)|starting|soon|nachste[rnms]? (?:woche|monat|jahr)|ab (?:morgen|montag|dienstag|mittwoch|donnerstag|freitag|nachste\w*|dem)|morgen|bald|la semaine prochaine|le mois prochain|a partir (?:de|du)|demain|bientot|(?:la )?(?:proxima semana|semana que viene)|a partir del?|manana|desde el|la prossima settimana|la settimana prossima|(?:a partire )?da (?:domani|lunedi|martedi)|domani|volgende week|vanaf|was|were|been|war|waren|etais|etions|etait|estuve|estaba|estuvimos|ero|eravamo|was ik|sono stat[oa])\b/
