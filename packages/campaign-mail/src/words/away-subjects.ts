/** How programs and people begin the subject of an away note, after the words of an automatic reply. Without accents. */
const AWAY_SUBJECT =
  /^[^\p{L}]{0,5}(?:(?:re|aw|sv|antw|auto|odp)\s?:\s?)?(?:(?:automatic|automatische|reponse|respuesta|risposta|automatisch|resposta|automatyczna) ?(?:reply|antwort|automatique|automatica|antwoord|odpowiedz)\s?:\s?)?(?:(?:i am|i'm|ich bin|je suis|ik ben|jestem|estoy|sono|estou) )?(?:(?:currently|derzeit|zurzeit) )?(?:out[- ]of[- ](?:the[- ])?office|ooo\b|away\b|on (?:\w+ )?(?:leave|vacation|holidays?)\b|vacation\b|abwesen|im urlaub|urlaub|nicht im (?:buro|haus)|ausser haus|betriebsferien|absent|absence|(?:message|reponse|notification|avis) d'absence|en conges?|fuera de (?:la )?oficina|ausen|aviso de ausencia|de vacaciones|fuori (?:ufficio|sede)|assen|avviso di assenza|in ferie|afwezig|niet (?:aanwezig|op kantoor)|vakantie|fora do escritorio|(?:aviso|mensagem) de ausencia|de ferias|nieobecn|poza biurem|urlop)/iu

/** True for the folded subject of an away note. */
export const isAwaySubject = (subject: string): boolean => AWAY_SUBJECT.test(subject)
