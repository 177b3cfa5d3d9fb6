/*
 * Says on every admin page that the connection is lost (docs/product.md, rule 13.15). What is shown stays: a link would
 * replace it by an error of the browser.
 */
import { dismissToast, showToast } from '#kit/toast/toast.store.ts'
import { paths } from '#paths.ts'

let toast = 0

export function watchConnection(): void {
  addEventListener('offline', () => void sayIfLost())
  addEventListener('online', () => dismissToast(toast))
  document.addEventListener('click', (event) => void stayIfLost(event))
}

async function stayIfLost(event: MouseEvent): Promise<void> {
  if (navigator.onLine || event.defaultPrevented) return
  const link = (event.target as Element).closest('a')
  const isInPage = link?.hash && link.pathname === location.pathname
  if (!link?.href.startsWith(location.origin) || link.target || isInPage) return
  event.preventDefault()
  if (!(await sayIfLost())) location.assign(link.href)
}

/** A shop on this machine is reached without a network. */
async function sayIfLost(): Promise<boolean> {
  try {
    await fetch(paths.admin, { method: 'HEAD', cache: 'no-store' })
    return false
  } catch {
    if (navigator.onLine) return false
    toast = showToast({
      title: 'No connection',
      description: 'What is shown stays, and may be old. Go on once you are connected.',
      tone: 'destructive',
    })
    return true
  }
}
