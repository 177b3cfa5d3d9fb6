/* How an island under `client:touch` starts, and does again what was done in it before. */
import type { ClientDirective } from 'astro'
import type { FirstTouch } from './early.ts'
import { replay, resetFields } from './replay.ts'

/** Stands in the page already: early.ts. */
declare const firstTouch: FirstTouch

const startWhenTouched: ClientDirective = async (load, options, island) => {
  while (!firstTouch.touched.has(island)) await nextTouch()
  const hydrate = await load()
  const putBack = resetFields(island)
  await hydrate()
  if (!island.hasAttribute('ssr')) return replay(island, firstTouch.takeKept(island))
  // Astro has logged what went wrong.
  putBack()
  firstTouch.giveUp(island)
  return startWhenTouched(load, options, island)
}

function nextTouch(): Promise<Event> {
  return new Promise((resolve) => addEventListener('island-touched', resolve, { once: true }))
}

export default startWhenTouched
