/** Replaces the button that asks for the map by the map. */
export function showMapOnRequest(place: HTMLElement): void {
  const template = place.querySelector('template')
  place.querySelector('button')?.addEventListener('click', () => {
    if (template) place.replaceChildren(template.content.cloneNode(true))
    place.querySelector('iframe')?.focus()
  })
}
