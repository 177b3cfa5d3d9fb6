import { isOpen } from './business-hours.ts'

const MINUTE_MS = 60_000

/** Says "Open now" or "Closed now", and stays true while the page is open. */
export function showWhetherOpen(place: HTMLElement): void {
  update(place)
  setInterval(() => update(place), MINUTE_MS)
}

function update(place: HTMLElement): void {
  const open = isOpen(new Date())
  place.textContent = open ? 'Open now' : 'Closed now'
  place.classList.toggle('text-forest', open)
  place.classList.remove('invisible')
}
