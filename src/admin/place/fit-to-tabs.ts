/** Keeps what stands above the tabs of a phone clear of them: large text needs two rows of tabs. */
export function fitToTabs(): void {
  const tabs = document.querySelector('.admin-tabs')
  if (!tabs) return
  const { style } = document.documentElement
  new ResizeObserver(([entry]) => {
    const isFixed = getComputedStyle(tabs).position === 'fixed'
    const height = isFixed ? entry?.borderBoxSize[0]?.blockSize : undefined
    if (height) style.setProperty('--tabs-height', `${height}px`)
    else style.removeProperty('--tabs-height')
  }).observe(tabs)
}
