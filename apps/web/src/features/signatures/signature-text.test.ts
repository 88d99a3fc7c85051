import { expect, test } from 'vitest'
import { imagePlaceholder, toPreviewHtml, toSignatureHtml, toSignatureText } from './signature-text.ts'

const logo = { url: 'https://goldpan.example/files/signatures/a.png', width: 640 }

test('the image placeholder is replaced by the uploaded image, at most 200 px wide (SIG-12)', () => {
  expect(toSignatureHtml({ text: 'Ada\n[image]', images: [logo] })).toBe(
    `Ada\n<img src="${logo.url}" alt="" width="200" style="max-width:200px;height:auto" />`,
  )
})

test('a small image keeps its width, a second one its own placeholder', () => {
  const images = [logo, { ...logo, width: 80 }]
  expect(imagePlaceholder(1)).toBe('[image 2]')
  expect(toSignatureHtml({ text: '[image 2]', images })).toContain('width="80"')
})

test('a placeholder without an image stays as it is typed', () => {
  expect(toSignatureHtml({ text: '[image 3]', images: [logo] })).toBe('[image 3]')
})

test('newlines are shown as line breaks before they are saved as such (SIG-11)', () => {
  expect(toPreviewHtml({ text: 'Ada\nPan', images: [] })).toBe('Ada<br />Pan')
})

test('a saved signature opens as it was typed', () => {
  const text = 'Ada & Co\n[our page](https://a.example/?a=1&b=2)\n[image]\n**Bold** <i>it</i> a &lt; b'
  const saved =
    'Ada &amp; Co<br /><a href="https://a.example/?a=1&amp;b=2">our page</a><br />' +
    `<img src="${logo.url}" alt="" width="200" style="max-width:200px;height:auto" /><br /><b>Bold</b> <i>it</i> a &lt; b`
  const opened = toSignatureText(saved)
  expect(opened).toEqual({ text, images: [{ url: logo.url, width: 200 }] })
  expect(toSignatureHtml(opened).replaceAll('\n', '<br />').replaceAll('Ada & Co', 'Ada &amp; Co')).toBe(
    saved,
  )
})

test.each(['Ada\n[image]', '[image]\nAda', 'Ada\n\n[image]\n\nPan', '[image]', 'Ada\n[image][image 2]\nPan'])(
  'an image is a block in the preview, and %j opens as it was typed',
  (text) => {
    const preview = toPreviewHtml({ text, images: [logo, { ...logo, width: 80 }] })
    expect(preview).toMatch(/<div>(<img [^>]+>)+<\/div>/)
    expect(toSignatureText(preview).text).toBe(text)
  },
)

test('an image within a line opens on a line of its own', () => {
  const images = [{ ...logo, width: 200 }]
  const saved = toPreviewHtml({ text: 'Ada Pan[image]Goldwater', images })
  expect(toSignatureText(saved)).toEqual({ text: 'Ada Pan\n[image]\nGoldwater', images })
})

test('what was escaped stays escaped through opening and saving', () => {
  expect(toSignatureText('&lt;b&gt; &amp;lt;').text).toBe('&lt;b&gt; &amp;lt;')
})
