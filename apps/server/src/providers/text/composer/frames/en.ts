import type { Frame } from '../frame.ts'

export const en: Frame = {
  greetings: ['Hello {{firstName|there}},', 'Hi {{firstName|there}},'],
  openings: [
    'I came across {{businessName}} while looking at {{trade|{audience}}} in {{city|your area}}, and I am writing because this may be of use to you. Here it is in a few lines.',
    'I am writing to a few {{trade|{audience}}} in {{city|your area}}, and {{businessName}} is one of them. The following may be worth a minute of your time.',
    'While looking at {{trade|{audience}}} in {{city|your area}} I found {{businessName}}, and I have one question for you. First, in a few words, why I ask.',
    'We have not met, so I will be brief: I am writing to {{businessName}} because the following may suit {{trade|{audience}}} in {{city|your area}}.',
  ],
  audience: 'businesses',
  and: 'and',
  pointLead: 'In short:',
  promotionLeads: ['Our current offer:', 'At the moment:'],
  asides: [
    'You may well have a good solution at {{businessName}} already; in that case a short no is all I need.',
    'If a colleague of yours looks after this, I would be grateful if you could pass my message on.',
    'I am happy to answer questions, and a reply of one line is enough.',
    'I would rather ask you one short question than send you a long brochure.',
  ],
  questions: [
    'Would this be of interest to {{businessName}}, and if so, who would be the right person to speak to?',
    'Would a short phone call in the next few days be a good way to see whether this suits {{businessName}}?',
    'Is this something that you would like to know more about?',
    'May I send you the details so that you can see whether this fits {{businessName}}?',
  ],
  closings: ['Kind regards', 'Best regards'],
  subjects: {
    asking: '{topic}: a short question',
    giving: '{topic} for {{businessName}}',
    naming: '{{businessName}}: {topic}',
  },
  plainSubject: 'A short question for {{businessName}}',
  quoteLead: 'In our own words:',
  withoutOffer:
    'I would like to tell you what we offer and hear from you whether it is of any use. I will gladly explain it in my reply, without a long presentation and in plain words.',
  familiar: null,
}
