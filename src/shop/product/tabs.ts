/*
 * Tabs by the pattern of the ARIA practices guide: one stop for the Tab key, arrows, Home and End
 * choose. The markup is printed with its roles; an open panel carries `data-open`.
 */
export function startTabs(element: HTMLElement): void {
  const tabs = [...element.querySelectorAll<HTMLElement>('[role=tab]')]
  for (const tab of tabs) tab.addEventListener('click', () => open(tab, tabs))
  element.querySelector<HTMLElement>('[role=tablist]')?.addEventListener('keydown', (event) => {
    const next = tabFor(event.key, tabs)
    if (!next) return
    event.preventDefault()
    open(next, tabs)
    next.focus()
  })
}

function open(chosen: HTMLElement, tabs: HTMLElement[]): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    panelOf(tab)?.toggleAttribute('data-open', isChosen)
  }
}

function tabFor(key: string, tabs: HTMLElement[]): HTMLElement | undefined {
  const current = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
  switch (key) {
    case 'ArrowRight':
      return tabs.at((current + 1) % tabs.length)
    case 'ArrowLeft':
      return tabs.at(current - 1)
    case 'Home':
      return tabs.at(0)
    case 'End':
      return tabs.at(-1)
    default:
      return undefined
  }
}

function panelOf(tab: HTMLElement): HTMLElement | null {
  return document.getElementById(tab.getAttribute('aria-controls') ?? '')
}
