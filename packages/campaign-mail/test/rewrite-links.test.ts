import { expect, test } from 'vitest'
import { listLinks, rewriteLinks } from '../src/campaign-mail.ts'

const over = (url: string) => `https://app.example/t/${encodeURIComponent(url)}`

test('web links get another URL and keep their look and text', () => {
  const html =
    '<p><a style="color:red" href="https://shop.example/a?b=1&amp;c=2" title="x">our <b>prices</b></a></p>'
  expect(rewriteLinks(html, over)).toBe(
    '<p><a style="color:red" href="https://app.example/t/https%3A%2F%2Fshop.example%2Fa%3Fb%3D1%26c%3D2" title="x">our <b>prices</b></a></p>',
  )
})

test('links whose text is a URL, mail links and phone links stay unchanged (A15)', () => {
  const html = [
    '<a href="https://shop.example/">https://shop.example/</a>',
    '<a href="https://shop.example/">shop.example</a>',
    '<a href="https://shop.example/"><b>www.shop.example</b></a>',
    '<a href="mailto:a@shop.example">write</a>',
    '<a href="tel:+1555">call</a>',
    '<a name="top">top</a>',
  ].join('')
  expect(rewriteLinks(html, over)).toBe(html)
})

test('the links of a message are listed once each', () => {
  const html =
    '<a href="https://a.example/x">one</a><a href="https://a.example/x">two</a><a href="http://b.example">b</a>'
  expect(listLinks(html)).toEqual(['https://a.example/x', 'http://b.example'])
})

test('a megabyte of broken links is fast', () => {
  const hostile = '<a href="https://x.example" '.repeat(30_000)
  expect(rewriteLinks(hostile, over)).toBe(hostile)
})
