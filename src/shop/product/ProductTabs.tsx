import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { staticIsland, useHydrated } from '#kit/island/island.tsx'

interface ProductTabsProps {
  use?: ReactNode
  benefits?: ReactNode
  ingredients?: ReactNode
}

/** `early` marks the tab before hydration. */
const TABS = [
  {
    id: 'use',
    title: 'How To Use',
    early: 'group-has-[:target]:not-group-has-[#use:target]:border-transparent',
  },
  {
    id: 'benefits',
    title: 'Benefits',
    early: 'group-has-[#benefits:target]:border-forest',
  },
  {
    id: 'ingredients',
    title: 'Ingredients',
    early: 'group-has-[#ingredients:target]:border-forest',
  },
] as const

type TabId = (typeof TABS)[number]['id']

/**
 * Tabs by the pattern of the ARIA practices guide: one stop for the Tab key; arrows, Home and End choose. Each is a link
 * to its panel, which CSS shows as the target of the URL before hydration. Where scripts are off all panels are open.
 */
export const ProductTabs = staticIsland((panels: ProductTabsProps) => {
  const [open, setOpen] = useState<TabId>('use')
  const isHydrated = useHydrated()
  const list = useRef<HTMLDivElement>(null)

  // A tab may have been opened before hydration.
  useEffect(() => {
    const target = TABS.find(({ id }) => location.hash === `#${id}`)
    if (target) setOpen(target.id)
  }, [])

  function press(event: MouseEvent, id: TabId): void {
    event.preventDefault()
    setOpen(id)
  }

  function choose(event: KeyboardEvent): void {
    const focused = TABS.findIndex(({ id }) => (event.target as Element).id === `tab-${id}`)
    const index = indexFor(event.key, focused)
    const tab = index === undefined ? undefined : TABS.at(index % TABS.length)
    if (!tab) return
    event.preventDefault()
    setOpen(tab.id)
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus()
  }

  return (
    <section aria-label="About the product" className="group">
      <div
        ref={list}
        role="tablist"
        aria-label="About the product"
        onKeyDown={choose}
        className="flex flex-wrap gap-x-3 border-b border-line sm:gap-x-6 noscript:hidden"
      >
        {TABS.map(({ id, title, early }) => (
          <a
            key={id}
            suppressHydrationWarning
            href={`#${id}`}
            role="tab"
            id={`tab-${id}`}
            aria-controls={id}
            aria-selected={id === open}
            tabIndex={isHydrated && id !== open ? -1 : 0}
            onClick={(event) => press(event, id)}
            className={`flex min-h-touch items-center border-b-2 border-transparent px-1 font-heading text-h3 text-muted aria-selected:border-forest aria-selected:text-ink max-sm:text-lg ${isHydrated ? '' : early}`}
          >
            {title}
          </a>
        ))}
      </div>
      {TABS.map(({ id, title }) => (
        <div
          key={id}
          role="tabpanel"
          id={id}
          aria-labelledby={`tab-${id}`}
          className={`py-6 ${panelClass(id === open, isHydrated)}`}
        >
          <h2 suppressHydrationWarning className="mb-3 text-h3 not-noscript:sr-only">
            {title}
          </h2>
          {panels[id]}
        </div>
      ))}
    </section>
  )
})

function panelClass(isOpen: boolean, isHydrated: boolean): string {
  if (isHydrated) return isOpen ? '' : 'hidden'
  return isOpen
    ? 'not-noscript:group-has-[:target]:not-target:hidden'
    : 'not-noscript:not-target:hidden'
}

/** The tab that a key leads to; may be past either end. */
function indexFor(key: string, current: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return current + 1
    case 'ArrowLeft':
      return current - 1
    case 'Home':
      return 0
    case 'End':
      return -1
    case ' ':
      return current
    default:
      return undefined
  }
}
