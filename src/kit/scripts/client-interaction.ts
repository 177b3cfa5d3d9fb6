import type { ClientDirective } from 'astro'

const EVENTS = ['pointerover', 'focusin']

/**
 * `client:interaction` hydrates an island when somebody points at it, presses it or moves the focus
 * into it; at once where the URL has search params, which the island shows.
 */
const clientInteraction: ClientDirective = (load, _options, island) => {
  async function start(): Promise<void> {
    for (const type of EVENTS) island.removeEventListener(type, start)
    const hydrate = await load()
    await hydrate()
    // It could not be loaded.
    if (island.hasAttribute('ssr')) listen()
  }

  function listen(): void {
    for (const type of EVENTS) island.addEventListener(type, start)
  }

  if (location.search) void start()
  else listen()
}

export default clientInteraction
