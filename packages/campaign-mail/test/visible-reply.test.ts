import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visibleParts, visibleReply } from '../src/campaign-mail.ts'

const OWN = 'Yes, please call me.\nTuesday is best.'
const ORIGINAL = 'Hello Bo,\n\ndo you bake on Sundays?'
const QUOTED = ORIGINAL.split('\n')
  .map((line) => `> ${line}`)
  .join('\n')

/** How mail programs introduce quotations marked with '>'. */
const ATTRIBUTIONS = [
  'On Mon, 4 May 2026 at 10:00, Ann <ann@sender.example> wrote:',
  'On Mon, May 4, 2026 at 10:00 AM Ann Olafs <ann@sender.example> wrote:',
  'On 4 May 2026, at 10:00, Ann Olafs <ann@sender.example>\nwrote:',
  'On Monday, 4 May 2026 at 10:00:00 CEST, Ann Olafs\n<ann@sender.example> wrote:',
  'On 05/04/2026 10:00 AM, Ann Olafs wrote:',
  'Ann Olafs <ann@sender.example> wrote on 04.05.2026 10:00:',
  '2026-05-04 10:00 GMT+02:00 Ann <ann@sender.example>:',
  'Am 04.05.26 um 10:00 schrieb Ann Olafs:',
  'Am Mo., 4. Mai 2026 um 10:00 Uhr schrieb Ann <ann@sender.example>:',
  'Ann Olafs <ann@sender.example> schrieb am Mo., 4. Mai 2026, 10:00:',
  'Le lun. 4 mai 2026 à 10:00, Ann <ann@sender.example> a écrit :',
  'Le 4 mai 2026 à 10:00, Ann Olafs\n<ann@sender.example> a écrit :',
  'El lun, 4 may 2026 a las 10:00, Ann (<ann@sender.example>) escribió:',
  'Il giorno lun 4 mag 2026 alle ore 10:00 Ann <ann@sender.example> ha scritto:',
  'Em seg., 4 de mai. de 2026 às 10:00, Ann <ann@sender.example> escreveu:',
  'Op ma 4 mei 2026 om 10:00 schreef Ann <ann@sender.example>:',
  'Den mån 4 maj 2026 kl 10:00 skrev Ann <ann@sender.example>:',
  'Den man. 4. maj 2026 kl. 10.00 skrev Ann <ann@sender.example>:',
  'ma 4. toukok. 2026 klo 10.00 Ann (ann@sender.example) kirjoitti:',
  'pon., 4 maj 2026 o 10:00 Ann <ann@sender.example> napisał(a):',
  'W dniu 4.05.2026 o 10:00, Ann pisze:',
  'po 4. 5. 2026 v 10:00 odesílatel Ann <ann@sender.example> napsal:',
  'пн, 4 мая 2026 г. в 10:00, Ann <ann@sender.example>:',
  '04.05.2026 10:00, Ann пишет:',
  '4 May 2026 Pzt, 10:00 tarihinde Ann <ann@sender.example> şunu yazdı:',
  '2026年5月4日(月) 10:00 Ann <ann@sender.example>:',
  '在 2026年5月4日，10:00，Ann <ann@sender.example> 写道：',
  '2026년 5월 4일 (월) 오전 10:00, Ann <ann@sender.example>님이 작성:',
]

/** Lines above an original that isn't marked with '>'. */
const HEADS = [
  '-----Original Message-----\nFrom: Ann\nSent: Monday\nSubject: Hi',
  '----- Original Message -----\nFrom: Ann <ann@sender.example>',
  '________________________________\nFrom: Ann <ann@sender.example>\nSent: Monday, May 4, 2026 10:00 AM\nTo: Bo\nSubject: Hi',
  'From: Ann <ann@sender.example>\nSent: Monday, May 4, 2026 10:00 AM\nTo: Bo\nSubject: Hi',
  '*From:* Ann [mailto:ann@sender.example]\n*Sent:* Monday\n*To:* Bo',
  'Von: Ann <ann@sender.example>\nGesendet: Montag, 4. Mai 2026 10:00\nAn: Bo\nBetreff: Hi',
  '-----Ursprüngliche Nachricht-----\nVon: Ann',
  'De : Ann <ann@sender.example>\nEnvoyé : lundi 4 mai 2026 10:00\nÀ : Bo\nObjet : Hi',
  "-----Message d'origine-----\nDe : Ann",
  'De: Ann <ann@sender.example>\nEnviado: lunes, 4 de mayo de 2026\nPara: Bo\nAsunto: Hi',
  'Da: Ann <ann@sender.example>\nInviato: lunedì 4 maggio 2026\nA: Bo\nOggetto: Hi',
  'Van: Ann <ann@sender.example>\nVerzonden: maandag 4 mei 2026\nAan: Bo\nOnderwerp: Hi',
  'Från: Ann <ann@sender.example>\nSkickat: den 4 maj 2026\nTill: Bo\nÄmne: Hi',
  'Fra: Ann <ann@sender.example>\nSendt: 4. maj 2026\nTil: Bo\nEmne: Hi',
  'Od: Ann <ann@sender.example>\nWysłano: 4 maja 2026\nDo: Bo\nTemat: Hi',
  'От: Ann <ann@sender.example>\nОтправлено: 4 мая 2026\nКому: Bo\nТема: Hi',
  '发件人: Ann <ann@sender.example>\n发送时间: 2026年5月4日\n收件人: Bo\n主题: Hi',
  '差出人: Ann <ann@sender.example>\n送信日時: 2026年5月4日\n宛先: Bo\n件名: Hi',
  '---------- Forwarded message ---------\nFrom: Ann <ann@sender.example>',
]

const SIGNATURES = [
  '-- \nBo Lind\nLind Bakery',
  '--\nBo Lind',
  'Sent from my iPhone',
  'Von meinem iPhone gesendet',
  'Envoyé de mon iPhone',
  'Enviado desde mi iPhone',
  'Get Outlook for iOS',
  'Best regards,\nBo Lind',
  'Kind regards\nBo',
  'Mit freundlichen Grüßen\nBo Lind',
  'Cordialement,\nBo',
  'Met vriendelijke groet,\nBo',
]

describe('the visible part of a reply', () => {
  test.each(ATTRIBUTIONS)('ends before %j', (attribution) => {
    expect(visibleReply(`${OWN}\n\n${attribution}\n\n${QUOTED}\n`)).toBe(OWN)
    expect(visibleReply(`${OWN}\r\n\r\n${attribution}\r\n${QUOTED}`.replace(/\r?\n/g, '\r\n'))).toBe(OWN)
    expect(visibleReply(`${OWN}\n\n${attribution}\n\n${ORIGINAL}`)).toBe(OWN)
  })

  test.each(HEADS)('ends before %j', (head) => {
    expect(visibleReply(`${OWN}\n\n${head}\n\n${ORIGINAL}`)).toBe(OWN)
  })

  test.each([
    'Call me.',
    'Monday works fine!',
    'Could you come?',
    'This message is confidential and meant for its addressee only.',
  ])('keeps the sentence %j below a closing and a name', (sentence) => {
    for (const divider of ['Regards,\nKim Stone', '--\nKim Stone'])
      expect(visibleReply(`${OWN}\n\n${divider}\n\n${sentence}`)).toContain(sentence)
  })

  test.each(SIGNATURES)('ends before the signature %j', (signature) => {
    expect(visibleReply(`${OWN}\n\n${signature}`)).toBe(OWN)
    expect(visibleReply(`${OWN}\n\n${signature}\n\n${ATTRIBUTIONS[0]}\n${QUOTED}`)).toBe(OWN)
  })

  test('replies below and between quotes are kept', () => {
    expect(visibleReply(`${ATTRIBUTIONS[0]}\n${QUOTED}\n\n${OWN}`)).toBe(OWN)
    expect(visibleReply(`${ATTRIBUTIONS[0]}\n> Sundays?\nYes.\n> And Mondays?\nNo.`)).toBe('Yes.\nNo.')
  })

  test.each([
    'On Monday I wrote to your colleague about this.',
    'He wrote: nothing at all.',
    'In 2020 this is what I wrote:\nnothing.',
    'My colleague showed me on 4 May what you wrote\nand I like it.',
    'From our side it is fine.',
    'To: be decided. From: next week.',
    'a > b and c < d',
    'Regards to your family, and yes.',
    'The date: 4 May.',
    '1) Yes\n2) No\n\n3) Maybe',
  ])('%j is the author’s own text', (words) => {
    expect(visibleReply(words)).toBe(words)
  })

  test('a fully quoted reply is shown whole, because the reply may be inside the quote', () => {
    const whole = `${ATTRIBUTIONS[0]}\n${QUOTED}`
    expect(visibleReply(whole)).toBe(whole)
    expect(visibleReply('')).toBe('')
  })
})

describe('quoted text', () => {
  test('is all that isn’t visible, in its order (INBOX-39)', () => {
    expect(
      visibleParts(
        `${OWN}\n\n-- \nBo Lind\n\nOn Mon, 4 May 2026, Ann <ann@sender.example> wrote:\n${QUOTED}`,
      ),
    ).toEqual({
      visible: OWN,
      quoted: `-- \nBo Lind\n\nOn Mon, 4 May 2026, Ann <ann@sender.example> wrote:\n${QUOTED}`,
    })
    expect(visibleParts('On Mon, 4 May 2026, Ann <a@b.example> wrote:\n> One?\nYes.\n> Two?\nNo.')).toEqual({
      visible: 'Yes.\nNo.',
      quoted: 'On Mon, 4 May 2026, Ann <a@b.example> wrote:\n> One?\n> Two?',
    })
  })

  test('is empty if all is visible, or all is quoted', () => {
    expect(visibleParts(OWN)).toEqual({ visible: OWN, quoted: '' })
    expect(visibleParts(QUOTED)).toEqual({ visible: QUOTED, quoted: '' })
    expect(visibleParts('')).toEqual({ visible: '', quoted: '' })
  })

  test('and visible text are together every line of the message', () => {
    const line = fc.constantFrom(
      'Yes.',
      '> Two?',
      '',
      '-- ',
      'Bo Lind',
      'Kind regards',
      'On Mon, 4 May 2026 at 10:00, Ann <a@b.example> wrote:',
      'From: Ann',
      'P.S. Call me.',
    )
    const words = (text: string) =>
      text
        .split('\n')
        .filter((each) => each.trim())
        .map((each) => each.trim())
        .sort()
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const { visible, quoted } = visibleParts(lines.join('\n'))
        expect(visible).toBe(visibleReply(lines.join('\n')))
        expect(words(`${visible}\n${quoted}`)).toEqual(words(lines.join('\n')))
      }),
    )
  })
})

test('a paragraph that is one long line stays whole, and so does a quoted one', () => {
  const paragraph = 'We have thought about it for long. '.repeat(100).trim()
  expect(visibleParts(`${paragraph}\n\n> ${paragraph}`)).toEqual({
    visible: paragraph,
    quoted: `> ${paragraph}`,
  })
})
