/** Thumbnails slide their picture into view without touching the address, and show which one is seen. */
export function startGallery(): void {
  const strip = document.querySelector<HTMLElement>('[data-gallery-strip]')
  const thumbnails = [...document.querySelectorAll<HTMLAnchorElement>('[data-gallery] a')]
  if (!strip) return

  // Arrow keys scroll the strip, also in browsers that do not make what scrolls focusable.
  strip.tabIndex = 0

  for (const [index, thumbnail] of thumbnails.entries()) {
    thumbnail.addEventListener('click', (event) => {
      event.preventDefault()
      strip.scrollTo({ left: index * strip.clientWidth, behavior: slideBehaviour() })
    })
  }

  strip.addEventListener('scroll', () => {
    const seen = Math.round(strip.scrollLeft / strip.clientWidth)
    for (const [index, thumbnail] of thumbnails.entries()) {
      if (index === seen) thumbnail.setAttribute('aria-current', 'true')
      else thumbnail.removeAttribute('aria-current')
    }
  })
}

function slideBehaviour(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
