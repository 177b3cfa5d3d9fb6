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
addEventListener(
  'submit',
  (event) => {
    if (event.target instanceof Element && event.target.closest(WAITING)) event.preventDefault()
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
