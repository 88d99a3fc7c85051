// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { failing, field, fill, find, openSignedOut, press, text } from '../../test/open-app.tsx'

test('subscribing asks for an address and, if one likes, a name and company (LIST-02, LIST-04)', async () => {
  const { sent } = openSignedOut('/subscribe')
  expect(await field(/Company name/)).toBeTruthy()
  await press('Subscribe')
  expect(await text('Email address is required')).toBeTruthy()
  expect(document.activeElement).toBe(await field('Email'))
  expect(sent).toEqual([])
})

test('a subscription that fails without words says so and keeps the form (LIST-07)', async () => {
  openSignedOut('/subscribe', { 'POST /api/subscribe': failing })
  await fill('Email', 'reader@shop.example')
  await press('Subscribe')
  expect(await text('Failed to submit. Please try again.')).toBeTruthy()
  expect((await field('Email')).value).toBe('reader@shop.example')
})

test('a confirmation link that is cut off or forged is explained', async () => {
  const { unmount } = openSignedOut('/subscribe/success')
  expect(await text(/This link is incomplete\./)).toBeTruthy()
  unmount()
  const forged = { status: 400, body: { code: 'x', message: 'This link is not valid.' } }
  openSignedOut('/subscribe/success?token=forged', { 'POST /api/subscribe/confirm': forged })
  expect(await find('heading', 'Subscription not confirmed')).toBeTruthy()
  expect(await text(/This link is not valid\./)).toBeTruthy()
})

const UNSUBSCRIBE = 'POST /api/email/unsubscribe'
const STATE = 'GET /api/email/unsubscribe'
const subscribed = {
  state: 'subscribed',
  email: 'ada@mill.example',
  sender: 'Ada Pan',
  needs_click: false,
  undo_until: null,
}

test('later visits unsubscribe on load, with a word while it happens (LIST-09, LIST-11)', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  openSignedOut('/unsubscribe?token=abc', {
    [STATE]: { body: subscribed },
    [UNSUBSCRIBE]: async () => {
      await held
      return { body: { ...subscribed, state: 'unsubscribed' } }
    },
  })
  expect(await text(/Processing your request/)).toBeTruthy()
  release()
  expect(await find('heading', 'Successfully Unsubscribed')).toBeTruthy()
})

test('an unsubscribe link without a token, or that fails, says so (LIST-12, LIST-14)', async () => {
  const { unmount } = openSignedOut('/unsubscribe')
  expect(await text('Missing unsubscribe token')).toBeTruthy()
  unmount()
  openSignedOut('/unsubscribe?token=abc', { [STATE]: failing, [UNSUBSCRIBE]: failing })
  expect(await text('Failed to process unsubscribe request')).toBeTruthy()
})
