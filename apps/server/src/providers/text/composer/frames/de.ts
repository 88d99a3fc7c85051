import type { Frame } from '../frame.ts'

// The sentence after "Guten Tag …," goes on in lower case; `{audience}` stands in the dative plural.
export const de: Frame = {
  greetings: ['Guten Tag {{firstName|zusammen}},', '<Guten Tag|Hallo> {{firstName|zusammen}},'],
  openings: [
    'auf der Suche nach {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}} bin ich auf {{businessName}} gestoßen. Ich schreibe, weil das Folgende für <Sie|euch> nützlich sein könnte, und fasse mich kurz.',
    'ich schreibe einigen {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}}, und {{businessName}} gehört dazu. Vielleicht ist <Ihnen|euch> das Folgende eine Minute wert.',
    'bei der Suche nach {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}} ist mir {{businessName}} aufgefallen, und ich habe eine Frage. Vorab in wenigen Worten, worum es geht.',
    'wir kennen uns noch nicht, deshalb komme ich gleich zur Sache: Ich wende mich an {{businessName}}, weil das Folgende gut zu {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}} passen könnte.',
  ],
  audience: 'Betrieben',
  and: 'und',
  pointLead: 'Kurz gesagt:',
  promotionLeads: ['Unser aktuelles Angebot:', 'Zurzeit gilt:'],
  asides: [
    'Vielleicht ist das bei {{businessName}} schon gut gelöst; dann genügt mir ein kurzes Nein.',
    'Falls bei <Ihnen|euch> jemand anders dafür zuständig ist, freue ich mich, wenn <Sie|ihr> diese Nachricht <weiterleiten|weiterleitet>.',
    'Fragen dazu beantworte ich gern, und eine kurze Antwort in einer Zeile genügt mir.',
    'Lieber stelle ich <Ihnen|euch> eine kurze Frage, als einen langen Prospekt zu schicken.',
  ],
  questions: [
    'Wäre das für {{businessName}} interessant, und wer ist dafür die richtige Ansprechperson?',
    'Wollen wir in den nächsten Tagen kurz telefonieren, um zu sehen, ob das zu {{businessName}} passt?',
    'Ist das ein Thema, über das <Sie|ihr> gern mehr wissen <möchten|möchtet>?',
    'Darf ich <Ihnen|euch> dazu die Einzelheiten schicken, damit <Sie|ihr> in Ruhe prüfen <können|könnt>, ob das zu {{businessName}} passt?',
  ],
  closings: ['<Mit freundlichen Grüßen|Viele Grüße>', '<Freundliche Grüße|Herzliche Grüße>'],
  subjects: {
    asking: '{topic}: eine kurze Frage',
    giving: '{topic} für {{businessName}}',
    naming: '{{businessName}}: {topic}',
  },
  plainSubject: 'Eine kurze Frage an {{businessName}}',
  quoteLead: 'In unseren eigenen Worten:',
  withoutOffer:
    'Gern möchte ich <Ihnen|euch> zeigen, was wir anbieten, und hören, ob das von Nutzen ist. Das erkläre ich in meiner Antwort, ohne lange Präsentation und in einfachen Worten.',
  familiar:
    /\b(?:du|dir|dich|dein(?:e[mnrs]?)?|euch|eure[mnrs]?|euer|ihr (?:braucht|habt|könnt|bekommt|seid|sucht|wollt|müsst|spart|zahlt))\b/iu,
}
