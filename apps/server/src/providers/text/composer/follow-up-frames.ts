import type { Language } from './language.ts'

/** A sentence or two, then a question. */
export interface Ask {
  text: string
  question: string
}

/**
 * The sentences of follow-ups in one language. None states a fact or repeats what is offered. `<Sie|ihr>` has the formal
 * and the familiar form.
 */
export interface FollowUpFrame {
  /** Stands for the business in a subject if its name is missing. */
  you: string
  /** Of a new thread if the copy has no words for its topic, or all were used. */
  subject: string
  /** Introduce a fact that no earlier message has told. */
  leads: string[]
  /** After such a fact. */
  questions: string[]
  /** Smaller requests than the first message's, for when every fact has been told. */
  asks: Ask[]
  /** End the sequence. */
  closes: Ask[]
}

const en: FollowUpFrame = {
  you: 'you',
  subject: 'A question for {{businessName|you}}',
  leads: ['One thing I left out:', 'One more point:', 'I should have mentioned:', 'One more detail:'],
  questions: [
    'Does that change anything for {{businessName|you}}?',
    'Would that be worth a quick call?',
    'What else would help you decide?',
    'Does that help?',
  ],
  asks: [
    {
      text: 'A one-word answer is fine: yes, no or later.',
      question: 'Which is it for {{businessName|you}}?',
    },
    {
      text: "If someone else decides about this, I'd be glad to write to them instead.",
      question: 'Who should I ask at {{businessName|your company}}?',
    },
    {
      text: "If it's only the timing, I'm happy to ask again later.",
      question: 'Which month would suit {{businessName|you}} better?',
    },
    {
      text: "If something about this doesn't fit, I'd like to know what.",
      question: 'What would make it work for {{businessName|you}}?',
    },
  ],
  closes: [
    {
      text: "I'll leave it here and not write about it again. If you ever need it, just reply.",
      question: 'Shall I take {{businessName|you}} off my list?',
    },
    {
      text: 'This is my last message about this. If another time suits you better, just reply.',
      question: 'Is it a no for now?',
    },
  ],
}

// The sentence after "Guten Tag …," continues in lower case.
const de: FollowUpFrame = {
  you: '<Sie|euch>',
  subject: 'Eine Frage an {{businessName|<Sie|euch>}}',
  leads: ['eines fehlte noch:', 'noch ein Punkt:', 'das hatte ich nicht erwähnt:', 'eine Einzelheit mehr:'],
  questions: [
    'Ändert das etwas für {{businessName|<Sie|euch>}}?',
    'Wäre das ein Grund für ein kurzes Telefonat?',
    'Was <möchten Sie|möchtet ihr> vor einer Entscheidung noch wissen?',
    'Hilft <Ihnen|euch> das?',
  ],
  asks: [
    {
      text: 'ein Wort genügt mir als Antwort: ja, nein oder später.',
      question: 'Was davon gilt für {{businessName|<Sie|euch>}}?',
    },
    {
      text: 'vielleicht entscheidet bei {{businessName|<Ihnen|euch>}} jemand anders darüber.',
      question: 'Wen soll ich fragen?',
    },
    {
      text: 'wenn nur der Zeitpunkt nicht passt, frage ich gern später noch einmal.',
      question: 'Welcher Monat wäre für {{businessName|<Sie|euch>}} besser?',
    },
    {
      text: 'wenn etwas daran nicht passt, wüsste ich gern, was es ist.',
      question: 'Was müsste für {{businessName|<Sie|euch>}} anders sein?',
    },
  ],
  closes: [
    {
      text: 'ich lasse es hiermit gut sein und schreibe nicht noch einmal dazu. Wenn <Sie|ihr> es eines Tages <brauchen|braucht>, genügt eine kurze Antwort.',
      question: 'Soll ich {{businessName|<Sie|euch>}} von meiner Liste nehmen?',
    },
    {
      text: 'das ist meine letzte Nachricht dazu. Passt es später besser, genügt eine kurze Antwort.',
      question: 'Ist es vorerst ein Nein?',
    },
  ],
}

const fr: FollowUpFrame = {
  you: 'vous',
  subject: 'Une question pour {{businessName|vous}}',
  leads: [
    "Il y a une chose que je n'ai pas dite :",
    'Un point de plus :',
    "J'aurais dû ajouter ceci :",
    'Une précision :',
  ],
  questions: [
    'Est-ce que cela change quelque chose pour {{businessName|vous}} ?',
    'Cela vaut-il un court appel ?',
    "Que voudriez-vous savoir d'autre avant de décider ?",
    'Cela vous aide-t-il ?',
  ],
  asks: [
    {
      text: 'Un seul mot me suffit comme réponse : oui, non ou plus tard.',
      question: 'Lequel vaut pour {{businessName|vous}} ?',
    },
    {
      text: "Peut-être que quelqu'un d'autre en décide chez {{businessName|vous}}.",
      question: 'À qui dois-je poser la question ?',
    },
    {
      text: "Si c'est seulement le moment qui ne va pas, je redemanderai volontiers plus tard.",
      question: 'Quel mois irait mieux à {{businessName|votre équipe}} ?',
    },
    {
      text: "Si quelque chose ne convient pas, j'aimerais savoir quoi.",
      question: 'Que faudrait-il changer pour {{businessName|vous}} ?',
    },
  ],
  closes: [
    {
      text: "J'en reste là et je ne vous écrirai plus à ce sujet. Si vous en avez besoin un jour, il suffit de répondre.",
      question: 'Dois-je retirer {{businessName|votre adresse}} de ma liste ?',
    },
    {
      text: "C'est mon dernier message à ce sujet. Si un autre moment convient mieux, une réponse suffit.",
      question: "Est-ce un non pour l'instant ?",
    },
  ],
}

// The sentence after "Buongiorno …," continues in lower case.
const it: FollowUpFrame = {
  you: '<voi|te>',
  subject: 'Una domanda per {{businessName|<voi|te>}}',
  leads: [
    'una cosa non era nel primo messaggio:',
    'ancora un punto:',
    'avrei dovuto aggiungere questo:',
    'un dettaglio in più:',
  ],
  questions: [
    'Cambia qualcosa per {{businessName|<voi|te>}}?',
    'È un motivo per una breve telefonata?',
    'Che altro <vorreste|vorresti> sapere prima di decidere?',
    '<Vi|Ti> aiuta?',
  ],
  asks: [
    {
      text: 'mi basta una parola come risposta: sì, no o più avanti.',
      question: 'Quale vale per {{businessName|<voi|te>}}?',
    },
    {
      text: "forse da {{businessName|<voi|te>}} decide un'altra persona.",
      question: 'A chi devo chiedere?',
    },
    {
      text: 'se è solo il momento che non va bene, chiedo volentieri più avanti.',
      question: 'Quale mese sarebbe meglio per {{businessName|<voi|te>}}?',
    },
    {
      text: 'se qualcosa non va bene, mi piacerebbe sapere che cosa.',
      question: 'Che cosa dovrebbe cambiare per {{businessName|<voi|te>}}?',
    },
  ],
  closes: [
    {
      text: 'mi fermo qui e non scriverò più su questo tema. Se un giorno servirà, basta rispondere.',
      question: 'Devo togliere {{businessName|il <vostro|tuo> indirizzo}} dalla mia lista?',
    },
    {
      text: 'questo è il mio ultimo messaggio sul tema. Se un altro momento va meglio, basta rispondere.',
      question: 'È un no per ora?',
    },
  ],
}

// The greeting ends with a colon, so the next sentence is capitalised.
const es: FollowUpFrame = {
  you: '<usted|ti>',
  subject: 'Una pregunta para {{businessName|<usted|ti>}}',
  leads: ['Me faltó decir una cosa:', 'Un punto más:', 'Debí añadir esto:', 'Un detalle más:'],
  questions: [
    '¿Cambia eso algo para {{businessName|<usted|ti>}}?',
    '¿Es un motivo para una llamada breve?',
    '¿Qué más <quisiera|quisieras> saber antes de decidir?',
    '¿<Le|Te> ayuda?',
  ],
  asks: [
    {
      text: 'Me basta una palabra como respuesta: sí, no o más adelante.',
      question: '¿Cuál vale para {{businessName|<usted|ti>}}?',
    },
    {
      text: 'Quizá esto lo decide otra persona en {{businessName|<su|tu> empresa}}.',
      question: '¿A quién debo preguntar?',
    },
    {
      text: 'Si solo falla el momento, pregunto con gusto más adelante.',
      question: '¿Qué mes sería mejor para {{businessName|<usted|ti>}}?',
    },
    {
      text: 'Si algo no encaja, me gustaría saber qué es.',
      question: '¿Qué tendría que cambiar para {{businessName|<usted|ti>}}?',
    },
  ],
  closes: [
    {
      text: 'Lo dejo aquí y no volveré a escribir sobre esto. Si algún día hace falta, basta con responder.',
      question: '¿Quito {{businessName|<su|tu> dirección}} de mi lista?',
    },
    {
      text: 'Este es mi último mensaje sobre el tema. Si otro momento va mejor, basta con responder.',
      question: '¿Es un no por ahora?',
    },
  ],
}

export const followUpFrames: Record<Language, FollowUpFrame> = { en, de, fr, it, es }
