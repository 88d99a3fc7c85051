import { generateKeyPairSync } from 'node:crypto'
import type { CampaignMessage } from '../src/campaign-mail.ts'
import { KEY, sampleMessage } from './sample-message.ts'

/** A second key besides the RSA key of the samples: receivers that can't read one signature read the other. */
export const ED25519_KEY = {
  domain: KEY.domain,
  selector: 'gp2',
  private_key: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

const signature = `<div><table cellpadding="0" border="0"><tr>
<td style="padding-right:12px;vertical-align:top"><img src="https://app.sender.example/files/ann.png" alt="Ann &amp; her dog" width="96" height="96" style="border-radius:48px"></td>
<td style="font-size:14px;line-height:1.4"><strong>Ann Ólafs</strong><br>Sales &middot; Sender &amp; Sons<br><a href="tel:+441130000000">+44 113 000 0000</a><br><a href="https://sender.example">https://sender.example</a></td>
</tr></table></div>`

const tracked = (path: string) => `https://app.sender.example/r/${'t0ken'.repeat(8)}?to=${path}&amp;n=1`

/** Inputs of the golden files in fixtures/golden, by file name. */
export const goldenMessages: Readonly<Record<string, CampaignMessage>> = {
  plain: sampleMessage({
    from: { name: 'Ann', address: 'ann@mail.sender.example' },
    to: { name: null, address: 'bo@bakery.example' },
    subject: 'A question about your ovens',
    html: '<p>Hello Bo,</p>\n<p>do you bake on Sundays?<br>We do: <a href="https://sender.example/ovens">our ovens</a>,\nsee https://sender.example.</p>\n<p>Ann &amp; Co. &lt;3 "ovens" &#39;n more</p>',
    open_pixel_url: null,
  }),
  'signature-with-picture': sampleMessage({
    html: `<p>Hello Bo,</p><p>a question.</p>\n${signature}`,
  }),
  scripts: sampleMessage({
    from: { name: 'Мария Петрова', address: 'ann@mail.sender.example' },
    to: { name: '株式会社 "パン屋", <東京>', address: 'bo@bakery.example' },
    reply_to: 'answers@mail.sender.example',
    subject: 'Grüße — 你好，世界 — привет — مرحبا بالعالم — नमस्ते — 👩‍🍳🥖',
    html: '<p>你好，世界！</p><p dir="rtl">مرحبا بالعالم</p><p>Grüße, привет, नमस्ते, 👩‍🍳🥖</p>',
    postal_address: 'Straße 1\n〒100-0001 東京',
    language: 'ja',
  }),
  'names-with-signs': sampleMessage({
    from: { name: 'O\'Neil, "Bob" (Sales) <x@y>; a:b \\', address: 'ann@mail.sender.example' },
    to: { name: 'Bo @ Bakery, Ltd.', address: "o'neil+tag@bakery.example" },
    reply_to: 'Answers@mail.sender.example',
    subject: '50 % off = "today" <only>? a_b; c:d, e@f.example (g) \\',
  }),
  'long-lines': sampleMessage({
    subject: `Long ${'words in a subject '.repeat(19)}end`,
    to: { name: 'Bakery '.repeat(30).trim(), address: 'bo@bakery.example' },
    html: `<p>${'x'.repeat(2_500)}</p><p>${'é'.repeat(700)}</p><p>${'many words = many '.repeat(120)}</p><p><a href="https://sender.example/?q=${'a1'.repeat(400)}">a long address</a></p><pre>.\n..\n.dot\nFrom me\n  indented  \n\ttab\t</pre>`,
    text: `${'y'.repeat(1_500)}\n.\n..\n.dot\nFrom me\nends in spaces   \n\ttab\t\n=3D = ==\n--\nAnn`,
  }),
  'tracking-links-and-pixel': sampleMessage({
    html: `<p>See <a href="${tracked('ovens')}">our ovens</a> or <a href="${tracked('prices')}" style="color:#123456">the prices</a>.</p><p><a href="mailto:ann@sender.example">Write</a></p>`,
    text: `See our ovens (https://sender.example/ovens).`,
    open_pixel_url: 'https://app.sender.example/o/abc.gif?x=1&y=2',
  }),
  thread: sampleMessage({
    subject: 'Re: A question about your bakery – ovens',
    reply_to: 'answers@mail.sender.example',
    in_reply_to: '<b19@bakery.example>',
    references: Array.from({ length: 20 }, (_, n) => `b${n}@bakery.example`),
  }),
  'headers-and-footer': sampleMessage({
    list_id: 'c1.mail.sender.example',
    loop_id: 'mail.sender.example',
    language: 'de-AT',
    footer: {
      reason: 'Gesendet an {address} von {sender} <b>',
      privacy: 'Datenschutz & mehr',
      unsubscribe: 'Abmelden & Schluss',
    },
    envelope_id: 'an+id=1',
  }),
  'rich-html': sampleMessage({
    html: `<h1 style="font-size:22px">Ovens</h1><ul><li>one</li><li>two <em>2</em></li></ul><blockquote>quoted</blockquote><table border="1"><tr><th>a</th><td>b&nbsp;c</td></tr></table><hr><p style="display:none">hidden</p><script>alert(1)</script><p onclick="x()">shown</p><img src="http://plain.example/a.png"><a href="javascript:x">no</a>`,
  }),
  'register-and-privacy': sampleMessage({
    postal_address: 'Süßes & Söhne <GmbH>\nGoldgasse 1\n1010 Wien\nAustria',
    register_line: 'FN 123456a "Handelsgericht" & UID <ATU12345678>',
    privacy_url: 'https://söhne.example/privacy?a=1&b=2',
  }),
  'two-keys': sampleMessage({ dkim: [KEY, ED25519_KEY] }),
  'local-only': sampleMessage({
    unsubscribe_url: 'http://10.0.0.2:3000/unsubscribe?token=abc',
    one_click_url: 'http://10.0.0.2:3000/one-click/abc',
    open_pixel_url: null,
    html: '<p>Hello</p><img src="http://10.0.0.2:3000/a.png" alt="A">',
    local_only: true,
    dkim: [],
  }),
}
