/*
 * Fills the first screen of the confirmation in from what placed-order.ts saved, until React shows the whole order,
 * and reserves the room of the toast that the checkout left.
 * It imports nothing, so that Astro inlines it.
 */
reserveToastRoom()
showPreview()

function showPreview(): void {
  const preview = document.querySelector<HTMLElement>('[data-placed]')
  const placed = readPlaced()
  if (!preview || !placed || !location.pathname.endsWith(`/${placed['id']}`)) return
  for (const part of preview.querySelectorAll<HTMLElement>('[data-placed-part]'))
    part.textContent = placed[part.dataset['placedPart'] ?? ''] ?? ''
  preview.hidden = false
  preview.nextElementSibling?.remove()
}

function reserveToastRoom(): void {
  const room = document.querySelector('[data-toast-room]')
  const title = room?.querySelector('[data-toast-title]')?.textContent
  if (title && readToasts().includes(title)) room?.setAttribute('data-reserved', '')
}

function readToasts(): string {
  try {
    return sessionStorage.getItem('toasts') ?? ''
  } catch {
    // The browser refuses storage.
    return ''
  }
}

function readPlaced(): Record<string, string> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem('zulf:placed-order') ?? '').preview
  } catch {
    // Nothing is saved, or the browser refuses it.
    return undefined
  }
}
