import type { Page } from '@playwright/test'

/** What a person did in the page. */
export interface Actions {
  /** Presses of a mouse button or a finger. */
  clicks: number
  /** Keys pressed for what they do: outside of a field, with Ctrl, or Enter and Tab anywhere. */
  keys: number
  /** Texts typed into a field, each counted once however long it is; the way into the field counts only if it is clicked. */
  texts: number
  /** Those of the clicks that were in the sidebar. */
  inSidebar: number
}

type Kind = keyof Actions

/** Counts everything that is done in the page from now on. The function returned says how much it was. */
export async function countActions(page: Page): Promise<() => Promise<Actions>> {
  const counted: Actions = { clicks: 0, keys: 0, texts: 0, inSidebar: 0 }
  await page.exposeFunction('countAction', (kind: Kind) => {
    counted[kind] += 1
  })
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return async () => {
    // What was counted arrives before the answer to this.
    await page.evaluate(() => null)
    return { ...counted }
  }
}

/** Runs in the page. Listens while events come down, so that nothing can stop them before. */
function listen() {
  const tell = (kind: Kind) => (globalThis as unknown as { countAction(kind: Kind): void }).countAction(kind)
  let typedInto: EventTarget | null = null
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))
  const isTyped = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) =>
    isField(target) && !ctrlKey && !metaKey && key !== 'Enter' && key !== 'Tab' && key !== 'Escape'

  window.addEventListener(
    'pointerdown',
    ({ target }) => {
      typedInto = null
      tell('clicks')
      if (target instanceof Element && target.closest('nav[aria-label="Main"]')) tell('inSidebar')
    },
    true,
  )
  // Playwright chooses without pressing: a person opens the list and presses the choice.
  window.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLSelectElement)) return
      tell('clicks')
      tell('clicks')
    },
    true,
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.repeat || ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key) || isTyped(event)) return
      typedInto = null
      tell('keys')
    },
    true,
  )
  window.addEventListener(
    'input',
    ({ target }) => {
      const isText = isField(target) && !(target as Element).matches('[type=checkbox], [type=radio]')
      if (!isText || target === typedInto) return
      typedInto = target
      tell('texts')
    },
    true,
  )
}
