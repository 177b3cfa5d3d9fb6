import { isOpen } from './business-hours.ts'

const MINUTE_MS = 60_000

/** Says "Open now" or "Closed now", and goes on saying what is true while the page stays open. */
export function tellWhetherOpen(): void {
  const place = document.querySelector('[data-open-now]')
  if (!place) return
  tell(place)
  setInterval(() => tell(place), MINUTE_MS)
}

function tell(place: Element): void {
  const open = isOpen(new Date())
  place.textContent = open ? 'Open now' : 'Closed now'
  place.classList.toggle('text-forest', open)
  place.classList.remove('invisible')
}
