import type { Frame } from '../frame.ts'

// The greeting ends with a colon, so the next sentence starts with a capital.
export const es: Frame = {
  greetings: ['<Buenos días|Hola>, {{firstName|equipo}}:', 'Hola, {{firstName|equipo}}:'],
  openings: [
    'Buscando {{trade|{audience}}} en {{city|<su|tu> zona}} encontré {{businessName}}. <Le|Te> escribo porque lo siguiente puede <serle|serte> útil, y lo resumo en pocas líneas.',
    'Escribo a {{businessName}} después de buscar {{trade|{audience}}} en {{city|<su|tu> zona}}. Lo siguiente quizá merezca un minuto de <su|tu> tiempo.',
    'Al buscar {{trade|{audience}}} en {{city|<su|tu> zona}} me fijé en {{businessName}}, y tengo una pregunta. Antes, en pocas palabras, el motivo de mi mensaje.',
    'Todavía no nos conocemos, así que iré al grano: escribo a {{businessName}} porque lo siguiente puede interesar a {{trade|{audience}}} en {{city|<su|tu> zona}}.',
  ],
  audience: 'empresas',
  and: 'y',
  pointLead: 'En pocas palabras:',
  promotionLeads: ['Nuestra oferta actual:', 'En este momento:'],
  asides: [
    'Puede que {{businessName}} ya tenga una buena solución; en ese caso me basta con un simple no.',
    'Si de esto se ocupa otra persona del equipo, <le|te> agradezco que le <reenvíe|reenvíes> este mensaje.',
    'Con gusto respondo a cualquier pregunta, y me basta una línea de respuesta.',
    'Prefiero hacer una pregunta corta a enviar un folleto largo.',
  ],
  questions: [
    '¿Podría interesar a {{businessName}} y, en ese caso, con quién debería hablar?',
    '¿<Tendría|Tendrías> unos minutos por teléfono en los próximos días para ver si encaja con {{businessName}}?',
    '¿<Le|Te> gustaría saber un poco más?',
    '¿Puedo <enviarle|enviarte> los detalles para ver si encajan con {{businessName}}?',
  ],
  closings: ['Un cordial saludo', 'Saludos cordiales'],
  subjects: {
    asking: '{topic}: una pregunta',
    giving: '{topic} para {{businessName}}',
    naming: '{{businessName}}: {topic}',
  },
  plainSubject: 'Una pregunta para {{businessName}}',
  quoteLead: 'Con nuestras propias palabras:',
  withoutOffer:
    'Me gustaría <contarle|contarte> qué ofrecemos y saber si puede ser de utilidad. Con gusto lo explico en mi respuesta, con palabras sencillas y sin una presentación larga.',
  familiar:
    /(?<!\p{L})(?:tu|tus|tuy[oa]s?|ti|te|tú|contigo|quieres|necesitas|puedes|vuestr[oa]s?)(?!\p{L})|(?:^|[.!?¡]\s*)(?:ahorra|llama|descubre|consigue|mejora)(?!\p{L})/iu,
}
