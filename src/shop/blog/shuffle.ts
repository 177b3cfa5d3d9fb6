/*
 * The order of the articles and the heights of their pictures change with every visit, and Back and Forward restore
 * those of the earlier visit (docs/product.md, rule 9.6). PostList.astro hides the cards until `data-arranged` is set.
 */

/** Pixels, both included. */
const PICTURE_HEIGHT = { min: 280, max: 350 }

interface Placed {
  /** The position of the card in the HTML. */
  index: number
  /** The height of its picture, in pixels. */
  height: number
}

export function startShuffle(): void {
  const list = document.querySelector<HTMLElement>('[data-posts]')
  if (!list || isVisible(list)) return
  const cards = [...list.children]

  for (const [place, { index, height }] of arrangementOfVisit(cards.length).entries()) {
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

/** Saved in the history entry. A later build may have more articles, or fewer. */
function arrangementOfVisit(count: number): Placed[] {
  const saved: unknown = history.state?.blog
  if (isBackOrForward() && Array.isArray(saved) && saved.length === count) return saved
  const blog = arrange(count)
  history.replaceState({ ...history.state, blog }, '')
  return blog
}

function isBackOrForward(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'
}

/** Places the cards by chance. */
export function arrange(count: number): Placed[] {
  const { min, max } = PICTURE_HEIGHT
  return Array.from({ length: count }, (_, index) => ({
    index,
    height: min + Math.floor(Math.random() * (max - min + 1)),
    place: Math.random(),
  })).sort((a, b) => a.place - b.place)
}
