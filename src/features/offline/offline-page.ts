import { keptPages } from './cached-pages.ts'

/** Lists what can be opened, and tries again when asked or when the network is back. */
export async function startOfflinePage(): Promise<void> {
  const tryAgain = () => location.reload()
  document.querySelector('[data-try-again]')?.addEventListener('click', tryAgain)
  addEventListener('online', tryAgain)

  const place = document.querySelector<HTMLElement>('[data-kept]')
  const template = document.querySelector<HTMLTemplateElement>('#kept-page')
  const pages = await keptPages()
  if (!place || !template || pages.length === 0) return
  for (const { path, title } of pages) {
    const line = document.importNode(template.content, true)
    const link = line.querySelector('a')
    if (!link) continue
    link.href = path
    link.textContent = title
    place.querySelector('ul')?.append(line)
  }
  place.hidden = false
}
