import { expect, test } from 'vitest'
import { classify } from '../src/campaign-mail.ts'

/** Messages from autoresponders, help desks and people, in many languages, written by hand. */
const mail = (subject: string, text: string, headers: string[] = []): Buffer =>
  Buffer.from(
    [
      'From: Bo <bo@shop.example>',
      'To: ann@reply.goldpan.example',
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      ...headers,
      '',
      text,
      '',
    ].join('\r\n'),
  )
const ANSWERS = 'In-Reply-To: <v1.x@reply.goldpan.example>'

const notes: [subject: string, text: string][] = [
  [
    'Re: Ofen',
    'Guten Tag,\n\nvielen Dank für Ihre Nachricht. Ich bin vom 3. bis 14. August im Urlaub und ab dem 15. August wieder erreichbar. In dringenden Fällen wenden Sie sich bitte an meine Kollegin Frau Kurz (kurz@shop.example).\n\nMit freundlichen Grüßen\nBo',
  ],
  [
    'Re: Ofen',
    'Sehr geehrte Damen und Herren,\n\nich bin zurzeit nicht im Büro. Ihre E-Mail wird nicht weitergeleitet.',
  ],
  [
    'AW: Ofen',
    'Vielen Dank für Ihre E-Mail. Wir haben Betriebsferien bis zum 20. August. Ihre Anfrage bearbeiten wir danach. Dies ist eine automatisch generierte Antwort.',
  ],
  ['Eingangsbestätigung', 'Vielen Dank für Ihre Anfrage. Wir melden uns innerhalb von 24 Stunden bei Ihnen.'],
  ['Ihre Anfrage ist bei uns eingegangen', 'Wir haben Ihre Nachricht erhalten und kümmern uns darum.'],
  [
    'Re: Ofen',
    'Vielen Dank für Ihre Nachricht. Wir haben Ihre E-Mail erhalten und werden uns schnellstmöglich bei Ihnen melden. Bitte antworten Sie nicht auf diese E-Mail.',
  ],
  [
    'Re: Four',
    "Bonjour,\n\nJe suis actuellement en congés jusqu'au 20 août inclus. En cas d'urgence, merci de contacter Jean Martin (jean@shop.example).",
  ],
  ['Accusé de réception', 'Nous avons bien reçu votre message et vous répondrons dans les meilleurs délais.'],
  ["Message d'absence", 'Je serai de retour lundi.'],
  [
    'Re: Forno',
    'Buongiorno, sono fuori ufficio fino al 24 agosto. Per urgenze contattare ufficio@shop.example',
  ],
  ["Assente dall'ufficio", 'Torno lunedì'],
  ['Abbiamo ricevuto la tua richiesta', 'Ti risponderemo il prima possibile.'],
  [
    'Re: Horno',
    'Hola, estaré fuera de la oficina hasta el 30 de agosto. Para asuntos urgentes contacte con maria@shop.example',
  ],
  ['Respuesta automática', 'gracias'],
  ['Hemos recibido su mensaje', 'Le responderemos en breve.'],
  [
    'Re: Forno',
    'Olá, estou de férias até 30 de agosto. Em caso de urgência contacte a Maria (maria@shop.example).',
  ],
  ['Recebemos a sua mensagem', 'Responderemos em breve.'],
  [
    'Re: Oven',
    'Beste, ik ben afwezig tot en met 20 augustus. Voor dringende zaken kunt u contact opnemen met jan@shop.example.',
  ],
  ['Ontvangstbevestiging', 'Wij hebben uw bericht in goede orde ontvangen.'],
  ['Automatisch antwoord: Oven', 'x'],
  [
    'Re: Piec',
    'Dzień dobry, przebywam na urlopie do 20 sierpnia. W pilnych sprawach proszę o kontakt z biuro@shop.example',
  ],
  ['Potwierdzenie otrzymania', 'Dziękujemy za wiadomość.'],
  [
    'Re: Ugn',
    'Hej! Jag är på semester till den 20 augusti. Vid brådskande ärenden kontakta info@shop.example',
  ],
  ['Autosvar', 'x'],
  ['Frånvaromeddelande', 'x'],
  ['Re: Ovn', 'Hej, jeg er på ferie til den 20. august. Ved hastende henvendelser kontakt info@shop.example'],
  [
    'Re: Ovn',
    'Jeg er på ferie til 20. august og har begrenset tilgang til e-post. Kontakt post@shop.example',
  ],
  ['Re: Uuni', 'Olen lomalla 20.8. asti. Kiireellisissä asioissa ota yhteyttä info@shop.example'],
  [
    'Re: Pec',
    'Dobrý den, do 20. srpna čerpám dovolenou. V naléhavých případech kontaktujte info@shop.example',
  ],
  ['Automatická odpověď: Pec', 'x'],
  ['Automatikus válasz: Sütő', 'Szabadságon vagyok.'],
  ['Házon kívül: Sütő', 'Szabadságon vagyok.'],
  ['Răspuns automat: Cuptor', 'Sunt în concediu.'],
  ['Αυτόματη απάντηση: Φούρνος', 'Απουσιάζω.'],
  [
    'Re: Fırın',
    "20 Ağustos'a kadar izinliyim. Acil durumlar için info@shop.example ile iletişime geçebilirsiniz.",
  ],
  ['Re: Печь', 'Здравствуйте! Я в отпуске до 20 августа. По срочным вопросам обращайтесь: info@shop.example'],
  ['Автоматична відповідь: Піч', 'Мене немає.'],
  [
    'Re: オーブン',
    'いつもお世話になっております。夏季休業のため8月11日から8月16日までお休みをいただいております。お返事は17日以降になります。',
  ],
  ['【自動返信】お問い合わせありがとうございます', 'お問い合わせを受け付けました。'],
  ['お問い合わせを受け付けました', '本メールは自動送信です。'],
  ['自动回复：烤箱', '您好，我正在休假'],
  ['Re: 烤箱', '您好，我目前正在出差，将于8月20日返回。紧急事宜请联系 info@shop.example'],
  ['Re: 오븐', '현재 휴가 중입니다. 급한 용무는 info@shop.example 로 연락 바랍니다.'],
  ['자동응답: 오븐', 'x'],
  ['תשובה אוטומטית: תנור', 'x'],
  ['رد تلقائي: فرن', 'x'],
  [
    'Re: Ovens',
    'Hello,\n\nI am on annual leave until Monday 20 August. If your query is urgent, please email info@shop.example.',
  ],
  [
    'Re: Ovens',
    "Thanks for reaching out! We've received your message and someone from our team will get back to you within 1-2 business days.",
  ],
  [
    'Re: Ovens',
    'Thank you for contacting Shop Ltd. Your enquiry is important to us and we will respond as soon as possible.',
  ],
  ['Re: Ovens', 'I no longer work at Shop Ltd. Please direct all enquiries to info@shop.example.'],
  [
    'Request received: Ovens',
    'Your request (#4711) has been received and is being reviewed by our support staff. ##- Please type your reply above this line -##',
  ],
  ['[#4711] Ovens', 'Your ticket has been created'],
  ['Ovens [Case 00012345]', 'Thank you. A case has been opened.'],
  ['Case #00012345: Ovens', 'Thank you. A case has been opened.'],
  ['Re: Ovens', 'This mailbox is not monitored. Please do not reply to this email.'],
  [
    'Re: Ovens',
    'Our office is closed for the holidays from December 24 and will reopen on January 2. We will reply to your message when we return.',
  ],
  [
    'Re: Ovens',
    'I am currently travelling and will have intermittent access to email. I will respond when I return on the 5th.',
  ],
  ['Auto: Ovens', 'Away'],
  ['AutoReply: Ovens', 'x'],
  ['Message received', 'We got it'],
  ['Parental leave Re: Ovens', 'I am on parental leave until March. Contact Eve eve@shop.example'],
  [
    'Re: Ovens',
    'Hi there, thanks for your email. I only check my inbox twice a day, at 11am and 4pm. If it is urgent please call me on 555 0100.',
  ],
  ['Re: Ovens', 'Bo Lind has left the company. Please contact info@shop.example for further assistance.'],
  [
    'Bo Lind is out of the office (returning 05/05/2026)',
    'I will respond to your message when I return. Note: This is an automated response to your message',
  ],
  ['AUTO: Bo Lind is out of the office', 'x'],
]

test.each(notes)('%j is an automatic reply by its text alone (I5, TRACK-07)', async (subject, text) => {
  expect((await classify(mail(subject, text, [ANSWERS]))).kind).toBe('auto-reply')
})

const answers: [text: string][] = [
  [
    'Thanks for reaching out! Could you send us a quote for two ovens? I will get back to you after our meeting.',
  ],
  ['Thank you for your email. We will discuss it on Monday and get back to you.'],
  ['Hi Ann,\n\nI have received your message. Please call our office on 555 0100 tomorrow.'],
  ['I am in the office until Friday. Please contact me at bo@shop.example then.'],
  [
    'Wir haben Ihr Schreiben erhalten, brauchen aber keinen Ofen. Bitte keine weiteren Mails mehr an meine Kollegin info@shop.example.',
  ],
  ['Vielen Dank für Ihre Nachricht. Bitte rufen Sie mich nach meinem Urlaub am 5. Mai an.'],
  ['Nous avons bien reçu votre proposition, merci. Pouvez-vous nous appeler demain ?'],
  ['Hemos recibido su oferta y nos interesa. ¿Podemos hablar mañana?'],
  ['Abbiamo ricevuto la sua offerta, ci interessa: può chiamare domani?'],
  ['I no longer need an oven, thank you.'],
  ['Our office is closed on Mondays, come by on Tuesday.'],
  ['We are closed for holidays next week. Could you visit the week after? Regards, Bo'],
  ['Who is the person to talk to at your company? Ours is eve@shop.example'],
  ['Bo left the company last year, I took over the bakery. What do you offer exactly?'],
  ['My colleague is on vacation, I answer for her: yes, please send the brochure.'],
  ['Merci de contacter mon associé, Jean (jean@shop.example), il décide.'],
  ['Bitte wenden Sie sich an Frau Kurz (kurz@shop.example), sie ist zuständig.'],
  ['Do not reply to this address, write to my new one please: bo@new.example'],
  ['Szabadságon leszek jövő héten, utána beszéljünk.'],
  ['Jsem na dovolené, ale ve středu můžeme mluvit.'],
  ['Я в отпуске до понедельника, давайте созвонимся во вторник.'],
  ['休暇明けに連絡します。見積もりを送ってください。'],
]

test.each(answers)('%j was written by a person (I5)', async (text) => {
  expect((await classify(mail('Re: Ovens', text, [ANSWERS]))).kind).toBe('reply')
})

test.each([
  ['a newsletter', 'Our summer sale', ['List-Unsubscribe: <https://x.example/u>', 'Precedence: bulk']],
  ['mail of a list', '[bakers] Meeting on Monday', ['List-Id: <bakers.x.example>', 'Precedence: list']],
  ['bulk mail with a way out', 'News of May', ['Precedence: bulk']],
])('%s is neither a reply nor an automatic reply', async (_what, subject, headers) => {
  const text = 'Great deals.\r\n\r\nUnsubscribe: https://x.example/u'
  expect((await classify(mail(subject, text, headers))).kind).toBe('other')
})

test.each(['Read: Ovens', 'Not read: Ovens', 'Gelesen: Ofen', 'Lu : Four', '開封済み: オーブン'])(
  'the receipt %j is not a reply',
  async (subject) => {
    const text = 'Your message\r\n\r\n   To: Bo\r\n   Subject: Ovens\r\n\r\nwas read on Monday.'
    expect((await classify(mail(subject, text, [ANSWERS]))).kind).toBe('other')
  },
)
