import { vi } from 'vitest'

/**
 * A document and a window for code that listens to the page, in a test that runs in Node: until its end.
 */
export function stubPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', title: 'Page' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))

  function dispatch(type: string, properties: object = {}): void {
    page.dispatchEvent(Object.assign(new Event(type), properties))
  }

  return {
    page,
    dispatch,
    show(visibilityState: 'visible' | 'hidden') {
      page.visibilityState = visibilityState
      dispatch('visibilitychange')
    },
  }
}
