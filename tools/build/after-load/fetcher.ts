/*
 * Fetches the page's scripts once it is complete, or somebody does something. A button that is pressed
 * before they have come is held, and pressed again when they have: no press is lost.
 */
import { reportMissingScript } from './missing-scripts.ts'

const own = document.currentScript
const addresses = own?.dataset['afterLoad']?.split(' ') ?? []
let held: HTMLElement | undefined
let isStarted = false

addEventListener('click', hold, true)
for (const type of ['load', 'pointerdown', 'keydown', 'focusin'])
  addEventListener(type, start, true)
// The address holds a filter, and the page is not to be seen without it.
if (location.search) start()

function start(): void {
  if (isStarted) return
  isStarted = true
  void Promise.all(addresses.map(load)).then(letGo)
}

async function load(address: string): Promise<void> {
  await import(/* @vite-ignore */ address).catch(() => reportMissingScript(address))
}

/** Islands hold what is pressed in them by themselves (first-touch). */
function hold(event: Event): void {
  const place = event.target
  const button = place instanceof Element && place.closest('button')
  if (!button || button.closest('astro-island')) return
  event.preventDefault()
  event.stopPropagation()
  held = button
  // How it looks: global.css.
  button.setAttribute('data-kept', '')
}

function letGo(): void {
  removeEventListener('click', hold, true)
  own?.removeAttribute('data-after-load')
  held?.removeAttribute('data-kept')
  held?.click()
}
