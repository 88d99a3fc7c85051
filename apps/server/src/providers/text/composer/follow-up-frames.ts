import type { Language } from './language.ts'

/** `nudge` reminds of the message before, `angle` adds something to it, `close` ends the sequence. */
export type Stage = 'nudge' | 'angle' | 'close'

/** The sentences of a follow-up. */
interface StageFrame {
  subject: string
  openings: string[]
  /** After the opening; an angle has a fact from the copy instead, if one is left. */
  middles: string[]
  questions: string[]
}

/**
 * The sentences of follow-ups in one language. None states a fact or repeats what is offered. `<Sie|ihr>` has the formal
 * and the familiar form, and `{when}` is one of `when`.
 */
export interface FollowUpFrame extends Record<Stage, StageFrame> {
  /** When the message before was sent: within 2 days, within 2 weeks, longer ago. */
  when: [string, string, string]
  /** Introduce a fact not mentioned before. */
  angleLeads: string[]
}

const en: FollowUpFrame = {
  when: ['recently', 'a few days ago', 'some time ago'],
  angleLeads: ['I had not mentioned this:', 'One thing I left out:', 'There is one more point:'],
  nudge: {
    subject: 'My message to {{businessName|you}}',
    openings: [
      'I wrote to you {when} and have not heard back; inboxes fill up quickly.',
      'I wanted to come back to my earlier message, in case it got buried at {{businessName|your end}}.',
    ],
    middles: [
      'I will not repeat it all here; a word or two in reply is plenty.',
      'What I wrote still stands, and I would just like to know whether to stay in touch.',
    ],
    questions: [
      'Did you get a chance to look at it?',
      'Is there somebody else I should ask about this?',
      'Would a short chat make sense, or is this a bad time?',
    ],
  },
  angle: {
    subject: 'One more thought for {{businessName|you}}',
    openings: [
      'My earlier message left out a point that may matter more to {{businessName|you}}.',
      'Here is one more thought on the message I sent you.',
      'Rather than repeat myself, I would like to add one point to what I wrote.',
    ],
    middles: [
      'Perhaps the idea is right and the timing is not; if so, just tell me when I should ask again.',
      'Often it is less a question of whether something is wanted than of who decides, and what they still need to know.',
      'If one detail kept you from answering, tell me which, and I will say plainly whether we can do it.',
    ],
    questions: [
      'What would have to be different for you to consider it?',
      'Who at {{businessName|your end}} would be the right person to ask?',
      'When would be a better time to talk about it?',
    ],
  },
  close: {
    subject: 'My last message to {{businessName|you}}',
    openings: [
      'This is my last message about this, as I do not want to take up more of your time.',
      'I take it this is not a priority for {{businessName|you}} right now, so I will not write about it again.',
    ],
    middles: [
      'If that changes, just reply to this message and I will pick it up from there.',
      'Thank you for reading; a short no is as welcome as a yes.',
    ],
    questions: [
      'Shall I close this on my side?',
      'Is there anything you would still like to know before I leave it there?',
    ],
  },
}

// The sentence after "Guten Tag …," continues in lower case.
const de: FollowUpFrame = {
  when: ['kürzlich', 'vor einigen Tagen', 'vor einiger Zeit'],
  angleLeads: ['Nicht erwähnt hatte ich:', 'Was noch fehlte:', 'Bisher nicht gesagt:'],
  nudge: {
    subject: 'Meine Nachricht an {{businessName|<Sie|euch>}}',
    openings: [
      'ich habe <Ihnen|euch> {when} geschrieben und noch nichts gehört, was bei einem vollen Posteingang leicht passiert.',
      'ich melde mich noch einmal wegen meiner Nachricht, falls sie bei {{businessName|<Ihnen|euch>}} untergegangen ist.',
    ],
    middles: [
      'Den Inhalt wiederhole ich hier nicht, und eine Antwort in wenigen Worten genügt mir.',
      'Was ich beschrieben habe, gilt weiterhin, und ich wüsste nur gern, ob ich in Kontakt bleiben soll.',
    ],
    questions: [
      '<Konnten Sie|Konntet ihr> schon einen Blick darauf werfen?',
      'Soll ich mich damit besser an jemand anderen wenden?',
      'Wäre ein kurzes Gespräch dazu sinnvoll, oder passt es gerade nicht?',
    ],
  },
  angle: {
    subject: 'Noch ein Gedanke für {{businessName|<Sie|euch>}}',
    openings: [
      'in meiner ersten Nachricht fehlte ein Punkt, der für {{businessName|<Sie|euch>}} wichtiger sein könnte.',
      'noch ein Gedanke zu dem, was ich <Ihnen|euch> geschickt habe, von einer anderen Seite.',
      'statt mich zu wiederholen, möchte ich meine Nachrichten um einen Punkt ergänzen.',
    ],
    middles: [
      'Vielleicht stimmt das Thema, aber der Zeitpunkt nicht; dann hilft mir ein besserer Termin mehr als eine schnelle Antwort.',
      'Oft ist weniger die Frage, ob etwas gewünscht ist, als wer darüber entscheidet und was dafür noch fehlt.',
      'Falls eine Einzelheit <Sie|euch> von einer Antwort abgehalten hat, höre ich gern, welche, und sage offen, ob wir das leisten können.',
    ],
    questions: [
      'Was müsste anders sein, damit es für <Sie|euch> in Betracht kommt?',
      'Wer wäre bei {{businessName|<Ihnen|euch>}} dafür zuständig?',
      'Wann wäre ein besserer Zeitpunkt, um darüber zu sprechen?',
    ],
  },
  close: {
    subject: 'Meine letzte Nachricht an {{businessName|<Sie|euch>}}',
    openings: [
      'das ist meine letzte Nachricht zu diesem Thema, denn ich möchte <Ihre|eure> Zeit nicht weiter beanspruchen.',
      'ich nehme an, dass das Thema für {{businessName|<Sie|euch>}} zurzeit nicht ansteht, und schreibe deshalb nicht noch einmal dazu.',
    ],
    middles: [
      'Wird es später aktuell, genügt eine Antwort auf diese Nachricht, und ich knüpfe daran an.',
      'Danke fürs Lesen; ein kurzes Nein ist mir genauso recht wie ein Ja.',
    ],
    questions: [
      'Darf ich die Sache auf meiner Seite abschließen?',
      'Gibt es etwas, das <Sie|ihr> vorher noch wissen <möchten|möchtet>?',
    ],
  },
}

const fr: FollowUpFrame = {
  when: ['récemment', 'il y a quelques jours', 'il y a quelque temps'],
  angleLeads: ["Je n'avais pas mentionné ceci :", 'Ce qui manquait encore :', 'Pas encore dit :'],
  nudge: {
    subject: 'Mon message à {{businessName|votre attention}}',
    openings: [
      "Je vous ai écrit {when} et je n'ai pas eu de vos nouvelles, ce qui arrive vite quand la messagerie est pleine.",
      'Je me permets de revenir sur mon message, au cas où il se serait perdu chez {{businessName|vous}}.',
    ],
    middles: [
      'Je ne le répète pas ici, et quelques mots de réponse me suffisent.',
      "Ce que j'ai décrit reste valable, et j'aimerais simplement savoir si je dois garder le contact.",
    ],
    questions: [
      "Avez-vous pu y jeter un coup d'œil ?",
      "Vaut-il mieux que je m'adresse à quelqu'un d'autre ?",
      'Un court échange aurait-il un sens, ou le moment est-il mal choisi ?',
    ],
  },
  angle: {
    subject: 'Une réflexion de plus pour {{businessName|vous}}',
    openings: [
      'Mon premier message passait sous silence un point qui compte peut-être davantage pour {{businessName|vous}}.',
      'Voici une réflexion de plus sur ce que je vous ai envoyé, vue sous un autre angle.',
      "Plutôt que de me répéter, j'aimerais ajouter un point à mes messages.",
    ],
    middles: [
      "Le sujet est peut-être le bon, mais pas le moment ; une date qui vous convient m'aide alors plus qu'une réponse rapide.",
      'La question est souvent moins de savoir si la chose est souhaitée que de savoir qui en décide et ce qui manque pour cela.',
      'Si un détail vous a retenu de répondre, je voudrais savoir lequel, et je vous dirai franchement si nous pouvons le faire.',
    ],
    questions: [
      "Qu'est-ce qui devrait être différent pour que vous l'envisagiez ?",
      'Qui serait la bonne personne chez {{businessName|vous}} ?',
      'Quel serait un meilleur moment pour en parler ?',
    ],
  },
  close: {
    subject: 'Mon dernier message à {{businessName|votre attention}}',
    openings: [
      'Ceci est mon dernier message à ce sujet, car je ne veux pas vous prendre plus de temps.',
      "Je suppose que le sujet n'est pas d'actualité pour {{businessName|vous}}, et je n'écrirai plus à ce propos.",
    ],
    middles: [
      "S'il le devient plus tard, une réponse à ce message suffit, et nous reprendrons à partir de là.",
      "Merci de m'avoir lu ; un simple non me convient autant qu'un oui.",
    ],
    questions: [
      'Puis-je clore le sujet de mon côté ?',
      'Y a-t-il quelque chose que vous aimeriez encore savoir avant cela ?',
    ],
  },
}

// The sentence after "Buongiorno …," continues in lower case.
const it: FollowUpFrame = {
  when: ['di recente', 'qualche giorno fa', 'qualche tempo fa'],
  angleLeads: ['Non avevo accennato a questo:', 'Quello che mancava ancora:', 'Non ancora detto:'],
  nudge: {
    subject: 'Il mio messaggio per {{businessName|<voi|te>}}',
    openings: [
      '<vi|ti> ho scritto {when} e non ho ancora avuto risposta, cosa che capita facilmente con una casella piena.',
      'torno sul mio messaggio, nel caso in cui da {{businessName|<voi|te>}} sia andato perso.',
    ],
    middles: [
      'Non lo ripeto qui, e mi bastano poche parole di risposta.',
      'Quello che ho descritto vale ancora, e vorrei solo sapere se è il caso di restare in contatto.',
    ],
    questions: [
      "<Avete|Hai> già potuto darci un'occhiata?",
      "È meglio che ne parli con un'altra persona?",
      'Avrebbe senso parlarne brevemente, o non è il momento giusto?',
    ],
  },
  angle: {
    subject: 'Ancora un pensiero per {{businessName|<voi|te>}}',
    openings: [
      'nel mio primo messaggio mancava un punto che forse conta di più per {{businessName|<voi|te>}}.',
      'ecco ancora un pensiero su quello che <vi|ti> ho mandato, da un altro punto di vista.',
      'invece di ripetermi vorrei aggiungere un punto ai miei messaggi.',
    ],
    middles: [
      'Forse il tema è giusto ma non il momento; allora una data più comoda mi aiuta più di una risposta veloce.',
      'Spesso la questione non è se una cosa sia gradita, ma chi la decide e che cosa manca ancora per farlo.',
      'Se un dettaglio ha trattenuto dal rispondere, mi farebbe piacere sapere quale, e dirò con franchezza se possiamo farlo.',
    ],
    questions: [
      'Che cosa dovrebbe essere diverso per prenderlo in considerazione?',
      'Chi sarebbe la persona giusta da {{businessName|<voi|te>}}?',
      'Quando sarebbe un momento migliore per parlarne?',
    ],
  },
  close: {
    subject: 'Il mio ultimo messaggio per {{businessName|<voi|te>}}',
    openings: [
      'questo è il mio ultimo messaggio sul tema, perché non voglio prendere altro tempo.',
      'immagino che per {{businessName|<voi|te>}} il tema non sia attuale, e quindi non ne scriverò più.',
    ],
    middles: [
      'Se lo diventa più avanti, basta una risposta a questo messaggio e riprendiamo da qui.',
      'Grazie per la lettura; un semplice no mi va bene quanto un sì.',
    ],
    questions: [
      'Posso chiudere la questione da parte mia?',
      "C'è qualcosa che <vorreste|vorresti> ancora sapere prima di chiudere?",
    ],
  },
}

// The greeting ends with a colon, so the next sentence is capitalised.
const es: FollowUpFrame = {
  when: ['hace poco', 'hace unos días', 'hace algún tiempo'],
  angleLeads: ['No había mencionado esto:', 'Lo que faltaba todavía:', 'Aún no dicho:'],
  nudge: {
    subject: 'Mi mensaje para {{businessName|<usted|ti>}}',
    openings: [
      '<Le|Te> escribí {when} y no he tenido respuesta, algo que pasa con facilidad cuando el buzón está lleno.',
      'Vuelvo sobre mi mensaje, por si se perdió en {{businessName|<su|tu> buzón}}.',
    ],
    middles: [
      'No lo repito aquí, y me bastan unas pocas palabras de respuesta.',
      'Lo que describí sigue en pie, y solo quisiera saber si conviene mantener el contacto.',
    ],
    questions: [
      '¿<Ha|Has> podido echarle un vistazo?',
      '¿Es mejor que hable con otra persona?',
      '¿Tendría sentido una conversación breve, o no es buen momento?',
    ],
  },
  angle: {
    subject: 'Una idea más para {{businessName|<usted|ti>}}',
    openings: [
      'En mi primer mensaje faltaba un punto que quizá importa más a {{businessName|<su|tu> empresa}}.',
      'Aquí va una idea más sobre lo que <le|te> envié, vista desde otro lado.',
      'En vez de repetirme, quisiera añadir un punto a mis mensajes.',
    ],
    middles: [
      'Quizá el tema es el adecuado y el momento no; en ese caso una fecha mejor me ayuda más que una respuesta rápida.',
      'A menudo la cuestión no es si algo interesa, sino quién lo decide y qué le falta para hacerlo.',
      'Si algún detalle ha frenado la respuesta, me gustaría saber cuál, y diré con franqueza si podemos hacerlo.',
    ],
    questions: [
      '¿Qué tendría que ser distinto para considerarlo?',
      '¿Quién sería la persona indicada en {{businessName|<su|tu> empresa}}?',
      '¿Cuándo sería un momento mejor para hablar de ello?',
    ],
  },
  close: {
    subject: 'Mi último mensaje para {{businessName|<usted|ti>}}',
    openings: [
      'Este es mi último mensaje sobre el tema, porque no quiero quitar más tiempo.',
      'Supongo que el tema no es actual para {{businessName|<su|tu> empresa}}, así que no volveré a escribir sobre ello.',
    ],
    middles: [
      'Si más adelante lo es, basta con responder a este mensaje y lo retomamos desde aquí.',
      'Gracias por la lectura; un simple no me vale tanto como un sí.',
    ],
    questions: [
      '¿Puedo cerrar el asunto por mi parte?',
      '¿Hay algo que <quisiera|quisieras> saber antes de dejarlo aquí?',
    ],
  },
}

export const followUpFrames: Record<Language, FollowUpFrame> = { en, de, fr, it, es }
