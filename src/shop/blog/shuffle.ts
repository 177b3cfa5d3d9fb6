import { arrange, isSeed, newSeed } from './arrangement.ts'

/**
 * Puts the cards into the order of this visit. PostList.astro hides them until `data-arranged` is set.
 * Back and Forward restore the order of the earlier visit.
 */
export function startShuffle(): void {
  const list = document.querySelector<HTMLElement>('[data-posts]')
  if (!list || isVisible(list)) return
  const cards = [...list.children]
  const placed = arrange(cards.length, seedOfVisit())

  for (const [place, { index, height }] of placed.entries()) {
    const card = cards[index]
    const cover = card?.querySelector<HTMLElement>('[data-cover]')
    const picture = cover?.querySelector('img')
    if (!card || !cover || !picture) continue
    cover.style.height = `${height}px`
    if (place === 0) picture.fetchPriority = 'high'
    list.append(card)
  }
  list.dataset['arranged'] = ''
}

/** Whether the script came so late that the list is shown already. It is then left as it is. */
function isVisible(list: HTMLElement): boolean {
  return (
    matchMedia('(scripting: enabled)').matches && getComputedStyle(list).visibility === 'visible'
  )
}

/** The seed is saved in the history entry, and used again after Back or Forward. */
function seedOfVisit(): number {
  const state: unknown = history.state
  const saved = state instanceof Object && 'blogSeed' in state ? state.blogSeed : undefined
  if (isBackOrForward() && isSeed(saved)) return saved
  const blogSeed = newSeed()
  history.replaceState({ ...(state instanceof Object ? state : {}), blogSeed }, '')
  return blogSeed
}

function isBackOrForward(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'
}
