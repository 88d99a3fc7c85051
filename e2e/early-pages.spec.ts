import { expect, test } from './support/customer.ts'

test('a public page is seen while its code is on its way, and then takes what is typed', async ({
  quietPage: page,
}) => {
  const arrived = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('#early h1')).toHaveText('Log in')
  await expect(page.locator('#early').locator('input, button, a')).toHaveCount(0)

  arrived.resolve()
  await page.getByLabel('Email').fill('ada@customer.example')
  await expect(page.locator('#early')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('ada@customer.example')
})

test('whoever is signed in gets the application at a public address, without a visitor’s look first', async ({
  customer,
}) => {
  const visitor = await fetch(new URL('/login', test.info().project.use.baseURL))
  expect(await visitor.text()).toContain('id="early"')
  expect(await (await customer.api.get('/login')).text()).not.toContain('id="early"')
})
