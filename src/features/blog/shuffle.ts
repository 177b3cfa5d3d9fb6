import { arrange, isSeed, newSeed } from './arrangement.ts'

/**
 * Puts the printed cards in this visit's order, before they are seen: until `data-arranged` is set,
 * PostList.astro keeps them out of sight. Coming back finds the order that was left.
 */
export function startShuffle(): void {
  const list = document.querySelector<HTMLElement>('[data-posts]')
  if (!list || isSeenAlready(list)) return
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

/** The script came so late that the list was shown without it: what is being read stays put. */
function isSeenAlready(list: HTMLElement): boolean {
  return (
    matchMedia('(scripting: enabled)').matches && getComputedStyle(list).visibility === 'visible'
  )
}

/** The entry of the browser's history remembers the seed, and only a way back asks for it. */
function seedOfVisit(): number {
  const state: unknown = history.state
  const kept = state instanceof Object && 'blogSeed' in state ? state.blogSeed : undefined
  if (isReturn() && isSeed(kept)) return kept
  const blogSeed = newSeed()
  history.replaceState({ ...(state instanceof Object ? state : {}), blogSeed }, '')
  return blogSeed
}

function isReturn(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward'
}
