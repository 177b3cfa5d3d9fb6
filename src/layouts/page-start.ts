/*
 * Runs the scripts of `AfterLoad.astro`.
 */
const START_EVENTS = ['load', 'pointerdown', 'keydown', 'focusin']

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
    dispatchEvent(new Event('vite:preloadError'))
  }
}

function load(url: string): Promise<unknown> {
  return import(/* @vite-ignore */ url)
}
