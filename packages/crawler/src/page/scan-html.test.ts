import { expect, test } from 'vitest'
import { type ElementNode, type PageNode, parseTree } from './tree.ts'

/** The tree in one line: `p{class=x}(text)`. */
function shown(html: string): string {
  const show = (node: PageNode): string => (node.kind === 'text' ? node.text : showElement(node))
  const showElement = ({ name, attributes, children }: ElementNode): string => {
    const listed = Object.entries(attributes).map(([key, value]) => `${key}=${value}`)
    return `${name}${listed.length > 0 ? `{${listed.join(' ')}}` : ''}(${children.map(show).join('')})`
  }
  return parseTree(html).root.children.map(show).join('')
}

test.each([
  ['<A HREF=x/y Class = "b c">t</a >', 'a{href=x/y class=b c}(t)'],
  ["<a title='1 > 0' rel>t</a>", 'a{title=1 > 0 rel=}(t)'],
  ['<a href="?a=1&copy=2&amp;b=&#64;">', 'a{href=?a=1&copy=2&b=@}()'],
  ['<p a=1 a=2 b=>x', 'p{a=1 b=}(x)'],
  ['a < b <3 &lt;&#x40&copy;', 'a < b <3 <@©'],
])('tags, attributes and entities are parsed like in browsers: %s', (html, tree) => {
  expect(shown(html)).toBe(tree)
})

test.each([
  ['x<!-- a@b.de -->y<!-->z<!--->w<!-- a --!>v', 'xyzwv'],
  ['<!doctype html><?xml x ?></ x>a<!-- never ends <p>b', 'a'],
  ['<script>"</scr" + "ipt>" < 1</SCRIPT >b', 'script("</scr" + "ipt>" < 1)b'],
  ['<title>a&amp;<b></title><textarea>&lt;p></textarea>', 'title(a&<b>)textarea(<p>)'],
  ['<svg><title>a<b>c</b></title><circle/></svg>d', 'svg(title(ab(c))circle())d'],
  ['<![CDATA[x]]>y<svg><![CDATA[z]]></svg>', 'ysvg(z)'],
])('comments, declarations and raw text are not part of the text: %s', (html, tree) => {
  expect(shown(html)).toBe(tree)
})

test.each(['<a href="x', '<p', '<p class', '</p', '<script>x', '<!--', '<', '<p a=', '<p a="b" '])(
  'a page cut off in %s is read up to there',
  (end) => {
    expect(shown(`<b>before</b>${end}`)).toMatch(/^b\(before\)/)
  },
)

test('hundreds of thousands of special characters take linear time', () => {
  for (const sign of ['<', '<a ', '<!', '</', '<!--', '&', '<p a="', '<title></titl', '--', '<script></'])
    expect(parseTree(sign.repeat(200_000)).elements.length).toBeLessThanOrEqual(200_000)
})

test('an element named like an object method is an element', () => {
  expect(shown('<constructor>x</constructor>')).toBe('constructor(x)')
})
