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
  leads: ['One thing I left out:', 'One more point:', 'I should have added this:', 'A further detail:'],
  questions: [
    'Does that change anything for {{businessName|you}}?',
    'Is that a reason for a short call?',
    'What else would you need to hear before you decide?',
    'Does that help?',
  ],
  asks: [
    {
      text: 'One word is enough for an answer: yes, no or later.',
      question: 'Which is it for {{businessName|you}}?',
    },
    {
      text: 'Perhaps a colleague of yours decides about this.',
      question: 'Who should I ask at {{businessName|your company}}?',
    },
    {
      text: "If only the timing is wrong, I'm glad to ask again later.",
      question: 'Which month would be better for {{businessName|you}}?',
    },
    {
      text: "If one detail doesn't fit, I'll tell you plainly whether we can change it.",
      question: 'What is missing for {{businessName|you}}?',
    },
  ],
  closes: [
    {
      text: "I'll leave it at this and not write about it again. If you need it one day, just reply.",
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
      text: 'falls eine Einzelheit nicht passt, sage ich offen, ob wir sie ändern können.',
      question: 'Woran fehlt es noch für {{businessName|<Sie|euch>}}?',
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
      text: 'Si un détail ne convient pas, je vous dirai franchement si nous pouvons le changer.',
      question: 'Que manque-t-il pour {{businessName|vous}} ?',
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
      text: 'se un dettaglio non va bene, dirò con franchezza se possiamo cambiarlo.',
      question: 'Che cosa manca per {{businessName|<voi|te>}}?',
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
      text: 'Si algún detalle no encaja, diré con franqueza si podemos cambiarlo.',
      question: '¿Qué falta para {{businessName|<usted|ti>}}?',
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
