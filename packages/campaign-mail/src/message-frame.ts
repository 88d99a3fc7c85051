import { escapeHtml } from './escape-html.ts'

/** What stands around the body of an HTML message; the footer is HTML, the rest is text. */
export interface FrameContent {
  title: string
  language: string
  footer: string
  pixel_url: string | null
}

/**
 * Styles that make mail look alike in mail programs: fonts and sizes that stay as they are, tables without
 * gaps, pictures no wider than the screen, links in the sender's colour, light and dark schemes.
 */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
html, body { margin: 0 auto; padding: 0; width: 100%; height: 100%; }
* { -ms-text-size-adjust: 100%; -webkit-text-size-adjust: 100%; box-sizing: border-box; }
body, table, td, p, a, li, blockquote { font-family: -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
table, td { mso-table-lspace: 0pt; mso-table-rspace: 0pt; }
table { border-spacing: 0; border-collapse: collapse; table-layout: auto; margin: 0; }
td { vertical-align: top; }
img { max-width: 100%; height: auto; border: 0; line-height: 100%; outline: none; text-decoration: none; -ms-interpolation-mode: bicubic; }
p, ul, ol, blockquote { margin: 0 0 16px 0; padding: 0; }
ul, ol { padding-left: 24px; }
li { margin: 0 0 4px 0; }
h1, h2, h3, h4, h5, h6 { margin: 0 0 12px 0; line-height: 1.3; font-weight: 600; }
h1 { font-size: 24px; }
h2 { font-size: 20px; }
h3, h4, h5, h6 { font-size: 16px; }
blockquote { padding-left: 12px; border-left: 3px solid #d0d7de; }
pre, code { font-family: SFMono-Regular, Consolas, 'Liberation Mono', Menlo, monospace; font-size: 14px; white-space: pre-wrap; }
hr { border: 0; border-top: 1px solid #d0d7de; margin: 24px 0; }
a { color: #0b57d0; text-decoration: underline; }
a[x-apple-data-detectors], .unstyle-auto-detected-links a { color: inherit !important; text-decoration: none !important; }
#MessageViewBody, #MessageWebViewDiv { width: 100% !important; }
.ExternalClass, .ExternalClass p, .ExternalClass span, .ExternalClass td, .ExternalClass div { line-height: 100%; }
.frame { width: 100%; }
.message { max-width: 640px; padding: 16px; font-size: 16px; line-height: 1.5; color: #1f2328; text-align: left; }
.footer { padding: 16px; font-size: 13px; line-height: 1.5; color: #59636e; text-align: left; }
.footer a { color: #59636e; }
@media only screen and (max-width: 480px) {
  .message, .footer { padding: 12px; }
  h1 { font-size: 22px; }
  td, th { word-break: break-word; }
}
@media (prefers-color-scheme: dark) {
  .message { color: #e6edf3; }
  .footer, .footer a { color: #9198a1; }
  a { color: #6cb6ff; }
  blockquote, hr { border-color: #3d444d; }
}
`

const META = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
`
const BODY_START = `<style>${STYLES}</style>
</head>
<body>
<table role="presentation" class="frame" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="message" style="padding:16px;font-size:16px;line-height:1.5">
`
const FOOTER_START = `</td>
</tr>
<tr>
<td class="footer" style="padding:16px;font-size:13px;line-height:1.5;color:#59636e">
`
const FOOTER_END = `</td>
</tr>
</table>
`

/** A piece of a document in whole lines; a shared one is the same in every message. */
export interface FramePiece {
  text: string
  is_shared?: boolean
}

/**
 * An HTML document for a mail program, as the pieces before its body and those after: the message above, its footer
 * below, at most 640 pixels wide.
 */
export function frameHtml(content: FrameContent): { before: FramePiece[]; after: FramePiece[] } {
  const pixel = content.pixel_url
    ? `<img src="${escapeHtml(content.pixel_url)}" width="1" height="1" alt="" style="border:0">\n`
    : ''
  const before = [
    { text: `<!DOCTYPE html>\n<html lang="${escapeHtml(content.language)}">\n<head>\n` },
    { text: META, is_shared: true },
    { text: `<title>${escapeHtml(content.title)}</title>\n` },
    { text: BODY_START, is_shared: true },
  ]
  const after = [
    { text: FOOTER_START, is_shared: true },
    { text: `${content.footer}\n` },
    { text: FOOTER_END, is_shared: true },
    { text: `${pixel}</body>\n</html>\n` },
  ]
  return { before, after }
}
