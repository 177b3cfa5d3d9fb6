/*
 * Fills the first screen of the confirmation in from what placed-order.ts saved, until React shows the whole order.
 * It imports nothing, so that Astro inlines it.
 */
showPreview()

function showPreview(): void {
  const preview = document.querySelector<HTMLElement>('[data-placed-order]')
  const placed = readPlaced()
  if (!preview || !placed || !location.pathname.endsWith(`/${placed['id']}`)) return
  for (const part of preview.querySelectorAll<HTMLElement>('[data-placed]')) {
    const text = placed[part.dataset['placed'] ?? ''] ?? ''
    if (part instanceof HTMLAnchorElement) part.href = text
    else part.textContent = text
  }
  preview.hidden = false
  preview.nextElementSibling?.remove()
}

function readPlaced(): Record<string, string> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem('zulf:placed-order') ?? '').preview
  } catch {
    // Nothing is saved, or the browser refuses it.
    return undefined
  }
}
