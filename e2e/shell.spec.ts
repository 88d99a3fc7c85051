import { expect, test } from './support/customer.ts'

const links = [
  ['Search', '/search'],
  ['Saved Tables', '/tables'],
  ['Email Options', '/email-options'],
  ['Email Campaigns', '/campaigns'],
  ['Inbox', '/inbox'],
  ['Prospects', '/prospects'],
  ['Support', '/feedback'],
  ['Terms & Privacy', '/terms-and-privacy'],
  ['Profile', '/settings'],
] as const

test('the sidebar names the user and leads everywhere, in order (SHELL-01, SHELL-02, SHELL-04, SHELL-05)', async ({
  quietPage: page,
  customer,
}) => {
  await page.goto('/tables')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByText('Logged in as')).toBeVisible()
  await expect(sidebar.getByText(`${customer.firstName} Pan`)).toBeVisible()
  const items = sidebar.getByRole('navigation').getByRole('listitem')
  await expect(items).toHaveCount(10)
  for (const [index, [label, path]] of links.entries()) {
    const link = items.nth(index).getByRole('link', { name: label, exact: true })
    await expect(link).toHaveAttribute('href', path)
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(sidebar).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }).first(), 'where focus goes').toBeFocused()
  }
  await expect(items.nth(9).getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
  await sidebar.getByRole('link', { name: 'Goldpan' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/_dev/ui')
  await expect(page, 'the gallery is not part of the product').toHaveURL('/')
})

test('the user guide has four steps, and the page behind it keeps its place (SHELL-03)', async ({
  quietPage: page,
  customer: _customer,
}) => {
  await test.step('the user guide has four steps in order', async () => {
    await page.goto('/')
    const opener = page.getByRole('button', { name: 'User Guide' })
    await opener.click()
    const guide = page.getByRole('dialog', { name: 'User Guide' })
    await expect(guide.getByRole('heading', { level: 3 })).toHaveText([
      '1. Search',
      '2. Gather contacts',
      '3. Create campaign',
      '4. Send campaign',
    ])
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      const pictures = guide.getByRole('img')
      await expect(pictures, 'one picture of a real screen at each step').toHaveCount(4)
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded()
        await expect(picture).toHaveJSProperty('naturalWidth', 640)
        await expect(picture).toHaveAttribute('src', new RegExp(theme))
      }
    }
    await page.keyboard.press('Escape')
    await expect(guide).toBeHidden()
    await expect(opener).toBeFocused()
  })
  await test.step('behind a dialog the page stays where it is, and can be scrolled again afterwards', async () => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto('/settings')
    const card = page.getByRole('heading', { name: 'Current Usage' })
    await expect(card).toBeVisible()
    const before = await card.boundingBox()
    await page.getByRole('button', { name: 'User Guide' }).click()
    const dialog = page.getByRole('dialog', { name: 'User Guide' })
    await expect(dialog).toBeVisible()
    await page.mouse.move(5, 250)
    await page.mouse.wheel(0, 300)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await card.boundingBox()).toEqual(before)
    await page.mouse.move(700, 250)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  })
})

/** With any query: a hovered link loads its screen ahead, and the next try after a failure has another URL. */
const PROSPECTS_CODE = /\/assets\/prospects-page-[^/]*\.js/

test('a screen whose code is gone says so and leads back, and a failed logout shows a toast (SHELL-07, SHELL-16)', async ({
  page,
  customer: _customer,
}) => {
  await page.goto('/tables')
  await page.route(PROSPECTS_CODE, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Prospects' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('This screen could not be loaded.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page.getByRole('heading', { name: 'Business Search' })).toBeVisible()
  await page.unroute(PROSPECTS_CODE)
  await page.getByRole('link', { name: 'Prospects' }).click()
  await expect(page.getByRole('heading', { name: 'Prospects', exact: true })).toBeVisible()

  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Logout' }).click()
  const banner = page.locator('#main').getByRole('alert').filter({ hasText: 'Logout failed' })
  await expect(banner).toBeVisible()
  const box = (await banner.boundingBox())!
  const { width } = page.viewportSize()!
  expect([box.y < 100, box.x + box.width > width - 40]).toEqual([true, true])
  await banner.getByRole('button').click()
  await expect(banner).toBeHidden()
})

test('on a phone the sidebar is a drawer that closes behind its links and on a wide window (SHELL-17)', async ({
  quietPage: page,
  customer: _customer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'Email Campaigns' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/campaigns')
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(drawer).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(drawer).toHaveCount(0)
})

for (const width of [1440, 360])
  test(`a toast covers no action of page bar, dialog or selection bar at ${width} px (E6, E27)`, {
    tag: width === 1440 ? '@long' : [],
  }, async ({ page, customer: _customer }) => {
    const toasts = page.locator('[data-sonner-toast]')
    const expectClear = async (what: string) => {
      await expect(toasts.first()).toBeVisible()
      await expect
        .poll(() => page.evaluate(coveredActions), { message: `covered ${what}`, timeout: 3000 })
        .toEqual([])
    }
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/settings')
    await page.route('**/api/user/password', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current password').fill('sieve-and-gravel-7')
    await dialog.getByLabel('New password').fill('gravel-and-sieve-in-9-pans')
    await dialog.getByLabel('Confirm password').fill('gravel-and-sieve-in-9-pans')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expectClear('in a dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    for (const email of ['ada@oven.example', 'bea@oven.example'])
      await page.request.post('/api/prospecting/prospect', { data: { email } })
    await page.route('**/api/prospecting/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
    )
    await page.goto('/prospects')
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    const bar = page.getByRole('region', { name: 'Selected' })
    if (width === 360) {
      await bar.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    } else await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectClear('beside the selection bar')
  })

/** Names of buttons and links that a toast covers. */
function coveredActions(): string[] {
  const toasts = [...document.querySelectorAll('[data-sonner-toast][data-removed="false"]')]
  const boxes = toasts.map((toast) => toast.getBoundingClientRect())
  const actions =
    '[data-bar] :is(a, button), :is([role="dialog"], [role="alertdialog"]) :is(a, button), main .bg-accent'
  return [...document.querySelectorAll(actions)]
    .filter((action) => {
      const one = action.getBoundingClientRect()
      if (one.width === 0 || one.bottom < 0 || one.top > window.innerHeight) return false
      return boxes.some(
        (box) => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top,
      )
    })
    .map((action) => action.textContent || action.getAttribute('aria-label') || action.tagName)
}

test('sidebar, search and results work with the keyboard alone (SHELL-18)', async ({
  quietPage: page,
  customer: _customer,
}) => {
  await page.goto('/tables')
  await expect(page.getByRole('heading', { name: 'Saved Business Tables' })).toBeVisible()
  const pressUntil = async (name: string, role: 'link' | 'button' | 'textbox' | 'checkbox') => {
    const wanted = page.getByRole(role, { name, exact: true })
    for (let presses = 0; presses < 40; presses += 1) {
      if (await wanted.evaluateAll((found) => found.some((one) => one === document.activeElement))) return
      await page.keyboard.press('Tab')
    }
    await expect(wanted).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await pressUntil('Search', 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Business Search' })).toBeFocused()
  await pressUntil('Keywords', 'textbox')
  await page.keyboard.type('hotel')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table')).toBeVisible()
  await pressUntil('Select all rows', 'checkbox')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: /^Save Selected \(\d+\)$/ })).toBeVisible()
})
