import { importsIn } from './script-imports.ts'

/** Fetching a script takes no longer. */
const SCRIPT_TIMEOUT_MS = 20_000

/** The import of each name that is pending or done. */
const imports = new Map<string, Promise<unknown>>()

/** The import that follows where the pending one fails, for all that wait for it. */
const retries = new Map<string, Promise<unknown>>()

/** How often the script of each name could not be loaded. */
const failures = new Map<string, number>()

/**
 * Imports the script of `<OnDemand name="…">` once. Rejects where it cannot be loaded. A later call tries again, also
 * while an import is pending: that may fail for a reason that is over by now, such as a lost connection.
 */
export function loadOnDemand<Module>(name: string): Promise<Module> {
  const pending = imports.get(name)
  if (!pending) return start(name)
  const retry =
    retries.get(name) ??
    pending.catch(() => {
      retries.delete(name)
      return start(name)
    })
  retries.set(name, retry)
  return retry as Promise<Module>
}

function start<Module>(name: string): Promise<Module> {
  const own = importScript<Module>(name)
  imports.set(name, own)
  own.catch(() => imports.delete(name))
  return own
}

async function importScript<Module>(name: string): Promise<Module> {
  const template = document.querySelector<HTMLTemplateElement>(`[data-on-demand="${name}"]`)
  const url = template?.content.querySelector('script')?.getAttribute('src')
  if (!url) throw new Error(`No script on demand: ${name}`)
  const failed = failures.get(name) ?? 0
  await fetchFiles(url)
  try {
    // Browsers remember that a URL failed, so a retry needs another one.
    return await import(/* @vite-ignore */ failed > 0 ? `${url}?${failed}` : url)
  } catch (error) {
    failures.set(name, failed + 1)
    throw error
  }
}

/**
 * Fetches a script and what it imports into the cache of the browser. Rejects without a network, before the import:
 * a file that failed there would fail in every other script that imports it.
 */
async function fetchFiles(url: string): Promise<void> {
  const signal = AbortSignal.timeout(SCRIPT_TIMEOUT_MS)
  const script = await fetch(url, { signal })
  const missing = importsIn(await script.text()).filter((file) => !isLoaded(file))
  await Promise.all(missing.map((file) => fetch(file, { signal })))
}

/** Whether this page has loaded a file. False as well in browsers that do not say how that ended. */
function isLoaded(path: string): boolean {
  const entries = performance.getEntriesByName(new URL(path, location.href).href, 'resource')
  return (entries as PerformanceResourceTiming[]).some(
    ({ responseStatus }) => responseStatus === 200,
  )
}
