import type { Frame } from '../frame.ts'

export const en: Frame = {
  greetings: ['Hello {{firstName|there}},', 'Hi {{firstName|there}},'],
  openings: [
    'I came across {{businessName}} while looking at {audience} in {{city|your area}}. I thought that the following could be useful to you, so here it is in a few lines.',
    'I am getting in touch with {audience} in {{city|your area}} that may have a use for this, and {{businessName}} is one of them. Here is the short version.',
    'While looking at {audience} in {{city|your area}} I found {{businessName}}, and I have one question. First, a few words on why I am writing.',
    'We have not met, so I will come straight to the point: I am writing to {{businessName}} because I believe that this could be useful to {audience} in {{city|your area}}.',
  ],
  audience: 'businesses',
  and: 'and',
  pointLeads: ['In short:', 'Also:'],
  promotionLeads: ['Our current offer:', 'At the moment:'],
  asides: [
    'I do not know how {{businessName}} handles this today, so please take my question as an open one.',
    'If a colleague of yours looks after this, I would be grateful if you could pass my message on.',
    'I am happy to answer questions, and a reply of one line is enough.',
    'If the timing is wrong, that is fine too, and thank you for reading this far.',
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
