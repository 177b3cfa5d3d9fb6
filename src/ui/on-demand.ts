/** How often the script of each name could not be loaded. */
const failures = new Map<string, number>()

/** Imports the script of `<OnDemand name="…">`. Rejects where it cannot be loaded; a later call tries again. */
export async function loadOnDemand<Module>(name: string): Promise<Module> {
  const template = document.querySelector<HTMLTemplateElement>(`[data-on-demand="${name}"]`)
  const url = template?.content.querySelector('script')?.getAttribute('src')
  if (!url) throw new Error(`No script on demand: ${name}`)
  const failed = failures.get(name) ?? 0
  try {
    // Browsers remember that a URL failed, so a retry needs another one.
    return await import(/* @vite-ignore */ failed > 0 ? `${url}?${failed}` : url)
  } catch (error) {
    failures.set(name, failed + 1)
    throw error
  }
}
