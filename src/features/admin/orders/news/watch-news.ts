import { beep } from './beep.ts'
import type { NewsStore } from './news.store.ts'
import { $isSoundOn } from './sound.store.ts'

/** Milliseconds between two questions. */
const PAUSE = 30_000

/** Asks while the page is in sight, and tells in the tab's title and, if wanted, by a sound. */
export function watchNews(news: NewsStore): () => void {
  const { title } = document
  const askIfVisible = () => void (document.visibilityState === 'visible' && news.check())

  const unbind = news.$new.subscribe((count, before = 0) => {
    document.title = count > 0 ? `(${count}) ${title}` : title
    if (count > before && $isSoundOn.get()) beep()
  })
  const timer = setInterval(askIfVisible, PAUSE)
  document.addEventListener('visibilitychange', askIfVisible)
  askIfVisible()

  return () => {
    unbind()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', askIfVisible)
    document.title = title
  }
}
