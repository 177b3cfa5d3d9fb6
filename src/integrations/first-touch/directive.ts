/* How an island under `client:touch` starts, and does again what was done in it before. */
import type { ClientDirective } from 'astro'
import { firstTouch } from './early.ts'
import { replay, resetFields } from './replay.ts'

const startWhenTouched: ClientDirective = async (load, options, island) => {
  while (!firstTouch.touched.has(island)) await nextTouch()
  const hydrate = await load()
  resetFields(island)
  await hydrate()
  if (!island.hasAttribute('ssr')) return replay(island, firstTouch.takeKept(island))
  // Astro has logged what went wrong.
  firstTouch.giveUp(island)
  return startWhenTouched(load, options, island)
}

function nextTouch(): Promise<Event> {
  return new Promise((resolve) => addEventListener('island-touched', resolve, { once: true }))
}

export default startWhenTouched
