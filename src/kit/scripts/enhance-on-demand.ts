import { enhance } from './enhance.ts'
import { loadOnDemand } from './on-demand.ts'

/** The script of `<OnDemand>` for such an element. */
interface Enhancement {
  start: (element: HTMLElement) => void
}

/** Like `enhance`, but the script is fetched when the element is about to be seen: it is not among the first. */
export function enhanceOnDemand(name: string): void {
  enhance(name, (element) => {
    let isLoading = false
    const observer = new IntersectionObserver(
      async (entries) => {
        if (isLoading || !entries.some(({ isIntersecting }) => isIntersecting)) return
        isLoading = true
        try {
          const { start } = await loadOnDemand<Enhancement>(name)
          observer.disconnect()
          start(element)
        } catch (error) {
          // The element stays as it is printed, and is tried again when it comes near once more.
          console.error(`${name} could not be loaded`, error)
          isLoading = false
        }
      },
      { rootMargin: '50%' },
    )
    observer.observe(element)
  })
}
