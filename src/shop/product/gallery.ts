/** Thumbnails slide their picture into view without changing the URL, and show which one is seen. */
export function startGallery(gallery: HTMLElement): void {
  const strip = gallery.querySelector<HTMLElement>('[data-gallery-strip]')
  if (!strip) return
  const thumbnails = [...gallery.querySelectorAll('a')]

  for (const type of ['pointerover', 'focusin', 'scroll']) {
    gallery.addEventListener(type, () => fetchPictures(gallery), { once: true, capture: true })
  }

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

/** The pictures after the first; until each is there, its thumbnail fills the place. */
function fetchPictures(gallery: HTMLElement): void {
  for (const thumbnail of gallery.querySelectorAll('a')) {
    const place = gallery.querySelector<HTMLElement>(thumbnail.hash)
    const small = thumbnail.querySelector('img')?.currentSrc
    if (place && small) place.style.backgroundImage = `url("${small}")`
  }
  gallery.removeAttribute('data-waiting')
}

function slideBehaviour(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
