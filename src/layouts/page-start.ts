/*
 * The one script that stands in every customer page. It imports nothing, so that Astro inlines it:
 * it opens the menu, runs the scripts of `AfterLoad.astro`, and notices those that are missing.
 */
const START_EVENTS = ['load', 'pointerdown', 'keydown', 'focusin']

let isTypedIn = false

startMenu()
addEventListener('input', () => (isTypedIn = true), { once: true })
// Astro has retried by then.
addEventListener('astro:hydration-error', (event) => {
  void reportMissingScript((event as CustomEvent<{ componentUrl: string }>).detail.componentUrl)
})
for (const type of START_EVENTS) addEventListener(type, runScripts)
// A filter in the URL changes what the page shows, and other pages are nothing without their island.
if (location.search || document.querySelector('astro-island')) runScripts()

/** Each template is removed when its script has run. */
function runScripts(): void {
  for (const type of START_EVENTS) removeEventListener(type, runScripts)
  for (const template of document.querySelectorAll<HTMLTemplateElement>('[data-after-load]')) {
    void run(template)
  }
}

async function run(template: HTMLTemplateElement): Promise<void> {
  const url = template.content.querySelector('script')?.getAttribute('src')
  if (!url) throw new Error('AfterLoad.astro holds no script with a URL')
  try {
    // Browsers remember that a URL failed, so a retry needs another one.
    await load(url).catch(() => load(`${url}?2`))
    template.remove()
  } catch (error) {
    console.error(error)
    await reportMissingScript(url)
  }
}

function load(url: string): Promise<unknown> {
  return import(/* @vite-ignore */ url)
}

/**
 * A page that is older than the last deployment, in a restored tab for instance, names scripts that
 * are gone. It is loaded again once, unless something was typed. Otherwise it says that it is
 * incomplete. Only a 404 is a reason to reload: the network may be down.
 */
async function reportMissingScript(url: string): Promise<void> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (response?.status === 404 && !isTypedIn && visit?.type !== 'reload') location.reload()
  else sayIncomplete()
}

function sayIncomplete(): void {
  for (const notice of document.querySelectorAll('[data-scripts-missing]'))
    notice.removeAttribute('hidden')
  dispatchEvent(new Event('scripts-missing'))
}

/** The links of small screens: a modal dialog, so Esc, focus and the inert page come with it. */
function startMenu(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#menu')
  const button = document.querySelector<HTMLButtonElement>('[data-menu-button]')
  if (!dialog || !button) return

  button.addEventListener('click', () => {
    dialog.showModal()
    button.setAttribute('aria-expanded', 'true')
  })
  dialog.addEventListener('close', () => button.setAttribute('aria-expanded', 'false'))
  dialog.addEventListener('click', ({ target }) => {
    // The dialog itself is only hit beside its content: on the backdrop.
    if (target === dialog || (target as Element).closest('[data-menu-close]')) dialog.close()
  })
  // Coming back to this page must not find the menu open still, nor may it outlive its button.
  addEventListener('pagehide', () => dialog.close())
  new ResizeObserver(() => {
    if (dialog.open && button.offsetParent === null) dialog.close()
  }).observe(document.documentElement)
}
