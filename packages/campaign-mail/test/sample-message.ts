import { type CampaignMessage, generateDkimKey } from '../src/campaign-mail.ts'

export const KEY = await generateDkimKey('mail.sender.example', 'gp1')

/** A typical campaign message with the given changes. */
export function sampleMessage(changes: Partial<CampaignMessage> = {}): CampaignMessage {
  return {
    from: { name: 'Ann Ólafs', address: 'ann@mail.sender.example' },
    reply_to: 'ann@mail.sender.example',
    to: { name: 'Bo Lind', address: 'bo@bakery.example' },
    subject: 'A question about your bakery – ovens',
    html: '<p>Hello Bo,</p><p>do you bake on <b>Sundays</b>? See <a href="https://sender.example/ovens">our ovens</a>.</p><p>Ann</p>',
    message_id: 'v1.token@mail.sender.example',
    envelope_from: 'b+token@bounce.mail.sender.example',
    envelope_id: 'token',
    unsubscribe_url: 'https://app.sender.example/unsubscribe?token=abc&from=mail',
    one_click_url: 'https://app.sender.example/one-click/abc',
    postal_address: 'Sender & Sons\n1 High Street\nLeeds LS1 1AA',
    feedback_id: 'c1:a1:outreach:goldpan',
    open_pixel_url: 'https://app.sender.example/o/abc.gif',
    date: new Date('2026-05-04T10:00:00Z'),
    dkim: [KEY],
    ...changes,
  }
}
