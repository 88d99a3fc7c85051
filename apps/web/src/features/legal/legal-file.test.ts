import { expect, test } from 'vitest'
import { legalFile } from './legal-file.ts'
import { privacyPolicy } from './privacy-text.ts'
import { termsOfService } from './terms-text.ts'

test('the file to download holds every paragraph and the date', () => {
  const file = legalFile('Terms & Privacy', [termsOfService, privacyPolicy])
  expect(file).toContain('Last updated February 16, 2025')
  expect(file).toContain('<title>Terms &amp; Privacy</title>')
  for (const { sections } of [termsOfService, privacyPolicy])
    for (const { title, paragraphs } of sections)
      for (const text of [title, ...paragraphs]) expect(file).toContain(text)
})

test('text is never markup', () => {
  const sections = [{ title: '<b>', paragraphs: ['<script>alert(1)</script>'] }]
  expect(legalFile('x', [{ title: 'y', sections }])).not.toContain('<script>')
})
