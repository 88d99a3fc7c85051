// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { find, openApp, text } from '../../test/open-app.tsx'

test('each mailbox that needs somebody has a line, and a link leads to them', async () => {
  const sentences = ['ada@pans.example needs you to sign in again', 'bo@pans.example could not be reached']
  openApp('/', {
    'GET /api/home': {
      body: {
        mailboxes: sentences.map((sentence, at) => ({
          id: `m${at}`,
          address: sentence.split(' ')[0],
          sentence,
        })),
      },
    },
  })
  for (const sentence of sentences) expect(await text(sentence)).toBeTruthy()
  expect((await find('link', 'Mailboxes')).getAttribute('href')).toBe('/own-mailboxes')
})
