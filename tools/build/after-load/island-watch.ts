/* In a page that is one island (cart, checkout, an order): notices when its scripts do not load. */
import { reportMissingScript } from './missing-scripts.ts'

const WAITING = 'astro-island[ssr]:not([client=touch])'

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) void reportMissingScript(target.src)
  },
  true,
)

// The form of an island that has not started would put the address of a customer into the URL.
// It is sent when the island has.
addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement
    const island = form.closest(WAITING)
    if (!island) return
    event.preventDefault()
    const { submitter } = event
    submitter?.setAttribute('data-kept', '')
    island.addEventListener(
      'astro:hydrate',
      () => {
        submitter?.removeAttribute('data-kept')
        // React hydrates when it finds the time, but for such an event at once.
        form.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
        form.requestSubmit()
      },
      { once: true },
    )
  },
  true,
)

document.addEventListener('DOMContentLoaded', () => {
  for (const island of document.querySelectorAll(WAITING)) {
    const url = island.getAttribute('component-url')
    // Astro imports it as well, and only writes to the console when that fails.
    if (url) import(/* @vite-ignore */ url).catch(() => reportMissingScript(url))
  }
})
