/* Which file a shared module is in (script-files.ts). */

export interface Module {
  imports: string[]
  /** Of a page, or imported on demand. */
  isEntry: boolean
}

/** The name of a file, and the modules that it is made for, as the ends of their paths. */
export type FileRoots = [name: string, roots: string[]][]

/**
 * The file of each module that several entries need: the first one that is made for a module that needs it. So files
 * import only those before them. A module of one entry stays in its file, unless it is of a package. One that no root
 * needs is left out.
 *
 * @throws where a root is not in the build.
 */
export function filesOf(modules: Map<string, Module>, files: FileRoots): Map<string, string> {
  const entries = [...modules.keys()].filter((id) => modules.get(id)?.isEntry)
  const uses = new Map<string, number>()
  for (const entry of entries)
    for (const id of reachedFrom([entry], modules)) uses.set(id, (uses.get(id) ?? 0) + 1)

  const fileOf = new Map<string, string>()
  for (const [name, ends] of files) {
    for (const id of reachedFrom(
      ends.map((end) => rootOf(end, modules)),
      modules,
    )) {
      const isShared = (uses.get(id) ?? 0) > 1 || id.includes('/node_modules/')
      if (isShared && !fileOf.has(id)) fileOf.set(id, name)
    }
  }
  return fileOf
}

function rootOf(end: string, modules: Map<string, Module>): string {
  const root = [...modules.keys()].find((id) => id.endsWith(end))
  if (!root) throw new Error(`No script is built from ${end} (tools/build/script-files.ts)`)
  return root
}

/** They and all that they import. */
function reachedFrom(ids: string[], modules: Map<string, Module>): Set<string> {
  const reached = new Set(ids)
  for (const id of reached) for (const other of modules.get(id)?.imports ?? []) reached.add(other)
  return reached
}
