/* What the contact page does in the browser besides its form (contact-form.ts). */
import { isOpen } from './business-hours.ts'
import { CLOSED_NOW, OPEN_NOW } from './words.ts'

const MINUTE_MS = 60_000

/** Says "Open now" or "Closed now", and stays true while the page is open. */
export function showWhetherOpen(place: HTMLElement): void {
  update(place)
  setInterval(() => update(place), MINUTE_MS)
}

function update(place: HTMLElement): void {
  const open = isOpen(new Date())
  place.textContent = open ? OPEN_NOW : CLOSED_NOW
  place.classList.toggle('text-forest', open)
  place.classList.remove('invisible')
}

/** Replaces the button that asks for the map by the map. */
export function showMapOnRequest(place: HTMLElement): void {
  const template = place.querySelector('template')
  place.querySelector('button')?.addEventListener('click', () => {
    if (template) place.replaceChildren(template.content.cloneNode(true))
    place.querySelector('iframe')?.focus()
  })
}
