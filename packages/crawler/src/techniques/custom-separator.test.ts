import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('a script shows what stands for ’@’', () => {
  expect(
    emailsOf(
      `<a class="m" href="mailto:info~oakfield-bakery.com">x</a><script>document.querySelectorAll('.m').forEach(a=>{a.href=a.href.replace('~','@')})</script>`,
    ),
  ).toEqual(['info@oakfield-bakery.com'])
})

test('also as a pattern and in other attributes', () => {
  expect(
    emailsOf(
      `<a class="m" rel="shop__oakfield-bakery.com" href="#">x</a><script>$('.m').each(function(){this.href='mailto:'+$(this).attr('rel').replace(/__/,'@')})</script>`,
    ),
  ).toEqual(['shop@oakfield-bakery.com'])
})
