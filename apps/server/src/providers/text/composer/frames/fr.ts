import type { Frame } from '../frame.ts'

// "du côté de {{city|chez vous}}" reads well with a town and without one; `{audience}` follows "des" or "les".
export const fr: Frame = {
  greetings: ['Bonjour {{firstName|à tous}},', 'Bonjour {{firstName|à toutes et à tous}},'],
  openings: [
    "En cherchant des {{trade|{audience}}} du côté de {{city|chez vous}}, j'ai découvert {{businessName}}. Je vous écris parce que ce qui suit pourrait vous être utile ; voici l'essentiel en quelques mots.",
    "J'écris à quelques {{trade|{audience}}} du côté de {{city|chez vous}}, et {{businessName}} en fait partie. Ce qui suit mérite peut-être une minute de votre temps.",
    "Mes recherches sur les {{trade|{audience}}} du côté de {{city|chez vous}} m'ont fait connaître {{businessName}}, et j'ai une question à vous poser. Auparavant, quelques mots sur la raison de mon message.",
    "Nous ne nous connaissons pas encore, alors je vais droit au but : j'écris à {{businessName}} parce que ce qui suit pourrait convenir à des {{trade|{audience}}} du côté de {{city|chez vous}}.",
  ],
  audience: 'entreprises',
  and: 'et',
  pointLead: 'En bref :',
  promotionLeads: ['Notre offre actuelle :', 'En ce moment :'],
  asides: [
    'Peut-être que {{businessName}} a déjà une bonne solution ; dans ce cas, un simple non me suffit.',
    "Si une autre personne s'en occupe chez vous, je vous remercie de lui transmettre ce message.",
    'Je réponds volontiers à vos questions, et une ligne de votre part suffit.',
    'Je préfère vous poser une question courte plutôt que de vous envoyer une longue brochure.',
  ],
  questions: [
    'Est-ce que cela pourrait intéresser {{businessName}} et, si oui, à qui puis-je en parler ?',
    'Auriez-vous quelques minutes au téléphone dans les prochains jours pour voir si cela convient à {{businessName}} ?',
    'Souhaitez-vous en savoir un peu plus ?',
    'Puis-je vous envoyer les détails pour que vous puissiez voir si cela convient à {{businessName}} ?',
  ],
  closings: ['Bien cordialement', 'Cordialement'],
  subjects: {
    asking: '{topic} : une question',
    giving: '{topic} pour {{businessName}}',
    naming: '{{businessName}} : {topic}',
  },
  plainSubject: 'Une question pour {{businessName}}',
  quoteLead: 'Avec nos propres mots :',
  withoutOffer:
    'Je voudrais vous présenter ce que nous proposons et savoir si cela peut vous servir. Je vous expliquerai volontiers de quoi il est question, simplement et sans longue présentation.',
  familiar: null,
}
