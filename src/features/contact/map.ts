/** Puts the map in the place of the button that asks for it. */
export function offerMap(): void {
  const place = document.querySelector<HTMLElement>('[data-map]')
  const template = place?.querySelector('template')
  if (!place || !template) return

  place.querySelector('button')?.addEventListener('click', () => {
    place.replaceChildren(template.content.cloneNode(true))
    place.querySelector('iframe')?.focus()
  })
}
