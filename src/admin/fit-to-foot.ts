/*
 * Keeps what stands above the foot of the screen clear of it: above the tabs of a phone, which need two rows where text
 * is large, and above the bar of buttons that some pages have.
 */
export function fitToFoot(): void {
  const tabs = document.querySelector('.admin-tabs')
  if (tabs) {
    noteHeight('--tabs-height', tabs, () => getComputedStyle(tabs).position === 'fixed')
  }
  const bars = document.getElementsByClassName('action-bar')
  let bar: Element | undefined
  let stop = () => {}
  new MutationObserver(() => {
    if (bars[0] === bar) return
    stop()
    bar = bars[0]
    stop = bar ? noteHeight('--bar-height', bar) : () => {}
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['class'] })
}

/** Saves it in a property of the page, as long as the element counts. Returns what ends that. */
function noteHeight(name: string, element: Element, counts = () => true): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(([entry]) => {
    const height = counts() ? entry?.borderBoxSize[0]?.blockSize : undefined
    if (height) style.setProperty(name, `${height}px`)
    else style.removeProperty(name)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}
