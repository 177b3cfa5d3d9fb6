import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { staticIsland } from '#kit/island/island.tsx'

interface GalleryProps {
  /** What the pictures show, for screen readers. */
  label: string
  /** The URL of each picture. */
  thumbnails: readonly string[]
  /** The pictures, side by side, with the ids `picture-1`, `picture-2` and so on. */
  children?: ReactNode
}

/**
 * Pictures in a strip that is swiped or scrolled. Each thumbnail is a link to its picture, so choosing one works before
 * hydration; after it the strip slides, and the thumbnail of what is seen is marked. `data-waiting` holds the pictures
 * after the first back until the gallery is used (ProductPictures.astro).
 */
export const Gallery = staticIsland(({ label, thumbnails, children }: GalleryProps) => {
  const strip = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(0)
  const [isUsed, setUsed] = useState(false)
  const use = () => setUsed(true)

  function follow(): void {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setSeen(Math.round(scrollLeft / clientWidth))
  }
  // The strip may have been scrolled before hydration.
  useEffect(follow, [])

  function slide(event: MouseEvent, index: number): void {
    event.preventDefault()
    strip.current?.scrollTo({ left: index * strip.current.clientWidth, behavior: slideBehaviour() })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is the first use of what is in it that counts.
    <div
      data-waiting={isUsed ? undefined : ''}
      onPointerOver={use}
      onFocus={use}
      onScrollCapture={use}
      className="group"
    >
      <section
        ref={strip}
        aria-label={label}
        // Arrow keys scroll the strip, also in browsers that do not make what scrolls focusable.
        tabIndex={0}
        onScroll={follow}
        className="strip rounded-lg bg-plate max-sm:-mx-gutter max-sm:rounded-none"
      >
        {children}
      </section>
      {thumbnails.length > 1 && (
        <ul className="mt-3 flex flex-wrap gap-3">
          {thumbnails.map((src, index) => (
            <li key={src}>
              <a
                href={`#picture-${index + 1}`}
                // By keyboard the strip itself is scrolled.
                tabIndex={-1}
                aria-label={`Picture ${index + 1} of ${thumbnails.length}`}
                aria-current={index === seen ? 'true' : undefined}
                onClick={(event) => slide(event, index)}
                className="block min-h-[104px] min-w-21 overflow-hidden rounded-md border-2 border-transparent bg-plate aria-[current=true]:border-forest"
              >
                <img
                  src={src}
                  alt=""
                  width={160}
                  height={200}
                  loading="lazy"
                  decoding="async"
                  className="h-[100px] w-20 object-cover not-noscript:group-data-loading/pictures:hidden"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})

function slideBehaviour(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
