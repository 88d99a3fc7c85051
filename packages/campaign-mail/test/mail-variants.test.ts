import { expect, test } from 'vitest'
import { classify } from '../src/campaign-mail.ts'

/** Reports, replies and questions as servers and people write them in many languages, written by hand. */
const mail = (from: string, subject: string, text: string, headers: string[] = []): Buffer =>
  Buffer.from(
    [
      `From: ${from}`,
      'To: b+token@reply.goldpan.example',
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      ...headers,
      '',
      text,
      '',
    ].join('\r\n'),
  )
const NULL = 'Return-Path: <>'
const ANSWERS = 'In-Reply-To: <v1.x@reply.goldpan.example>'

const bounces: [string, string, string, string, 'hard' | 'soft'][] = [
  [
    'German',
    'Zustellung fehlgeschlagen',
    'Ihre Nachricht konnte nicht zugestellt werden:',
    'Der Benutzer ist unbekannt.',
    'hard',
  ],
  [
    'German, full',
    'Unzustellbar: Angebot',
    'Ihre Nachricht konnte nicht zugestellt werden:',
    'Das Postfach des Empfängers ist voll.',
    'soft',
  ],
  [
    'French',
    'Message non distribuable',
    "Votre message n'a pas pu être remis au destinataire suivant :",
    "Cette adresse n'existe pas.",
    'hard',
  ],
  [
    'French, full',
    'Échec de la remise',
    "Votre message n'a pas pu être remis :",
    'La boîte aux lettres est pleine.',
    'soft',
  ],
  [
    'Italian',
    'Mancata consegna',
    'Non è stato possibile recapitare il messaggio a:',
    'utente sconosciuto',
    'hard',
  ],
  [
    'Spanish',
    'No se puede entregar: Oferta',
    'No se ha podido entregar su mensaje a:',
    'El usuario no existe.',
    'hard',
  ],
  [
    'Portuguese',
    'Não foi possível entregar: Oferta',
    'Sua mensagem não pôde ser entregue a:',
    'Usuário inexistente: endereço não encontrado.',
    'hard',
  ],
  [
    'Portuguese, full',
    'Falha na entrega',
    'Sua mensagem não pôde ser entregue a:',
    'A caixa de correio do destinatário está cheia.',
    'soft',
  ],
  [
    'Dutch',
    'Onbestelbaar: aanbod',
    'Uw bericht kon niet worden afgeleverd bij:',
    'De mailbox bestaat niet.',
    'hard',
  ],
  [
    'Polish',
    'Niedostarczona wiadomość',
    'Twoja wiadomość nie mogła zostać dostarczona do:',
    'nieznany użytkownik',
    'hard',
  ],
  [
    'Swedish',
    'Kunde inte levereras: Erbjudande',
    'Ditt meddelande kunde inte levereras till:',
    'Användaren finns inte.',
    'hard',
  ],
  [
    'Danish',
    'Kunne ikke leveres: Tilbud',
    'Din meddelelse kunne ikke leveres til:',
    'Brugeren findes ikke.',
    'hard',
  ],
  ['Czech', 'Nedoručitelné: nabídka', 'Zprávu nelze doručit:', 'Uživatel neexistuje.', 'hard'],
  ['Turkish', 'Teslim edilemedi: Teklif', 'İletiniz teslim edilemedi:', 'Kullanıcı bulunamadı.', 'hard'],
  [
    'Japanese',
    '配信できません',
    '次の宛先にメールを配信できませんでした。',
    '宛先が見つかりません。',
    'hard',
  ],
  ['Chinese', '退信通知', '您的邮件无法投递到以下收件人：', '收件人不存在', 'hard'],
]

test.each(bounces)(
  'a report in %s names the failed address and its class',
  async (_language, subject, intro, why, kind) => {
    const raw = mail(
      'Mail Delivery System <MAILER-DAEMON@mx.shop.example>',
      `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      `${intro}\r\n\r\n<ann@shop.example>\r\n${why}`,
      [NULL],
    )
    const result = await classify(raw)
    expect([result.kind, result.recipients[0]?.address, result.recipients[0]?.class]).toEqual([
      'bounce',
      'ann@shop.example',
      kind,
    ])
  },
)

const servers: [string, string, string, string, 'hard' | 'soft'][] = [
  [
    'GroupWise',
    'Mailer-Daemon@gw.example',
    'Message status - undeliverable',
    'The message that you sent was undeliverable to the following:\r\n    ann@shop.example (550 5.1.1 user unknown)',
    'hard',
  ],
  [
    'Domino',
    'postmaster@corp.example',
    'DELIVERY FAILURE: User ann (ann@shop.example) not listed in Domino Directory',
    'Your message\r\n\r\n  Subject: Ovens\r\n\r\nwas not delivered to:\r\n\r\n  ann@shop.example\r\n\r\nbecause:\r\n\r\n  User ann (ann@shop.example) not listed in Domino Directory',
    'hard',
  ],
  [
    'Barracuda',
    'MAILER-DAEMON@barracuda.example',
    '**Message you sent blocked by our bulk email filter**',
    'Your message to: ann@shop.example\r\nwas blocked by our Spam Firewall. It has NOT BEEN DELIVERED.',
    'soft',
  ],
  [
    'qmail',
    'MAILER-DAEMON@qmail.example',
    'failure notice',
    "Hi. This is the qmail-send program at qmail.example.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\n\r\n<ann@shop.example>:\r\nSorry, no mailbox here by that name. (#5.1.1)",
    'hard',
  ],
  [
    'Exim',
    'Mail Delivery System <Mailer-Daemon@exim.example>',
    'Mail delivery failed: returning message to sender',
    'This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its recipients.\r\n\r\n  ann@shop.example\r\n    host mx.shop.example [192.0.2.1]\r\n    SMTP error from remote mail server after RCPT TO:<ann@shop.example>:\r\n    550 5.1.1 User unknown',
    'hard',
  ],
  [
    'Yahoo',
    'MAILER-DAEMON@yahoo.com',
    'Failure Notice',
    "Sorry, we were unable to deliver your message to the following address.\r\n\r\n<ann@shop.example>:\r\n554: delivery error: dd This user doesn't have a yahoo.com account (ann@shop.example) [0] - mta1",
    'hard',
  ],
  [
    'Sendmail',
    'Mail Delivery Subsystem <MAILER-DAEMON@sm.example>',
    'Returned mail: see transcript for details',
    '   ----- The following addresses had permanent fatal errors -----\r\n<ann@shop.example>\r\n    (reason: 550 5.1.1 <ann@shop.example>... User unknown)\r\n\r\n   ----- Transcript of session follows -----',
    'hard',
  ],
]

test.each(servers)(
  'a report from %s names the failed address and its class',
  async (_server, from, subject, text, kind) => {
    const result = await classify(mail(from, subject, text, [NULL]))
    expect([result.kind, result.recipients[0]?.address, result.recipients[0]?.class]).toEqual([
      'bounce',
      'ann@shop.example',
      kind,
    ])
  },
)

const machines: [string, string, string][] = [
  ['a German away note', 'Abwesenheitsnotiz: Angebot', 'Ich bin bis 5. Mai nicht im Büro.'],
  ['a French away note', 'Réponse automatique : Offre', "Je suis absent jusqu'au 5 mai."],
  ['a Japanese away note', '自動返信: ご提案', 'ただいま不在にしております。'],
  [
    'an away note without any sign but its words',
    'Re: Ovens',
    'Thank you for your email. I am currently out of the office with no access to email. For urgent matters please contact bob@shop.example.',
  ],
  [
    'a ticket system',
    '[Ticket #12345] We have received your request',
    'Your request has been received. Please do not reply.',
  ],
  ['somebody who has left', 'Re: Ovens', 'Tom is no longer with the company. This is an automated message.'],
  [
    'a service that asks for a click',
    'Re: Ovens (verification)',
    "I'm protecting myself from receiving junk mail. Just this once, click the link below so I can receive your emails: http://x.example/a2",
  ],
  [
    'a service that holds the message',
    'Please confirm your message to bob',
    'Your message is being held until you confirm that you are a real person.',
  ],
  [
    'a sender verification',
    'Sender verification required',
    'To prove that you are human, please visit https://x.example.',
  ],
]

test.each(machines)('%s is an automatic reply, not a person’s (TRACK-07)', async (_what, subject, text) => {
  const raw = mail('Ann <ann@shop.example>', `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`, text, [
    ANSWERS,
  ])
  expect((await classify(raw)).kind).toBe('auto-reply')
})

const persons: [string, string][] = [
  [
    'quotes a bounce',
    "Your earlier mail bounced, it seems. Yes, I'm interested.\r\n\r\n> Delivery has failed to these recipients:\r\n> bob@shop.example\r\n> 550 5.1.1 User unknown",
  ],
  ['will be away', 'Sounds good. I am out of the office on Tuesday, can we talk Wednesday?'],
  ['had a full mailbox', 'Sorry for the late answer, my mailbox was full. Please send the prices again.'],
  ['asks for a link', 'Please send me the link below your signature again, and confirm the price.'],
  ['speaks of spam', 'Your mail was in my spam folder. Can you verify that the oven fits?'],
  ['speaks of a delivery', 'Delivery to Leeds: what does it cost, and could not it be delivered on Friday?'],
  ['answers in German', 'Ja gerne, rufen Sie mich an. Die Lieferung konnte ich nicht finden.'],
]

test.each(persons)('a person who %s has replied', async (_what, text) => {
  const result = await classify(mail('Ann <ann@shop.example>', 'Re: Ovens', text, [ANSWERS]))
  expect(result.kind).toBe('reply')
})
