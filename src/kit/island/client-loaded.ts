import type { ClientDirective } from 'astro'

/** `client:loaded` hydrates when the page and its pictures have loaded, or at the first press, key or focus. */
const loaded: ClientDirective = (load) => {
  const events = ['load', 'pointerdown', 'keydown', 'focusin']
  async function hydrate(): Promise<void> {
    for (const type of events) removeEventListener(type, hydrate)
    const run = await load()
    await run()
  }
  if (document.readyState === 'complete') void hydrate()
  else for (const type of events) addEventListener(type, hydrate)
}

export default loaded
