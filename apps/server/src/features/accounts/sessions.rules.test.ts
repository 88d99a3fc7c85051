import { expect, test } from 'vitest'
import { deviceOf } from './sessions.rules.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`,
    'Safari on a Mac',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${WEBKIT} FxiOS/140.0 Safari/605.1.15`,
    'Firefox on an iPad',
  ],
  ['curl/8.5.0', 'An unknown browser'],
  ['', 'An unknown browser'],
  [null, 'An unknown browser'],
  ['<script>alert(1)</script> Firefox/1', 'Firefox'],
])('a browser is named in plain words (%s)', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words)
})
