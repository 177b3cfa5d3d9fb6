/* Which modules become one file (script-files.ts). */

/** What an entry may load in vain for fewer requests: characters of source code, and a share of what it needs. */
const SPARE = { size: 6000, share: 0.25 }

/** An entry with a large library may load no more in vain for that. */
const MAX_SIZE = 200_000

export interface Module {
  id: string
  /** Characters of source code. */
  size: number
  imports: string[]
  /** Of a page, or imported on demand. */
  isEntry: boolean
  /** An entry of the admin, who has its files in the cache, may load anything in vain. */
  isAdmin?: boolean
}

/** Modules that become one file. */
interface Group {
  modules: string[]
  size: number
  imports: Set<Group>
  /** The entries that load it. */
  entries: Set<Entry>
}

interface Entry {
  id: string
  /** What it may still load in vain. */
  spare: number
  isAdmin: boolean
}

/** The name of the file of each module that several entries need. */
export function filesOf(modules: Map<string, Module>): Map<string, string> {
  const groups = groupsOf(modules)
  for (;;) {
    const pair = cheapestPair(groups)
    if (!pair) break
    merge(pair, groups)
  }
  return new Map(
    [...groups].flatMap(({ modules }, nth) => modules.map((id) => [id, `shared-${nth}`] as const)),
  )
}

/** Modules by the entries that need them. Those of one entry stay in its file. */
function groupsOf(modules: Map<string, Module>): Set<Group> {
  const neededBy = new Map<string, Entry[]>()
  for (const module of modules.values()) {
    if (!module.isEntry) continue
    const entry = { id: module.id, spare: 0, isAdmin: module.isAdmin ?? false }
    let size = 0
    const reached = new Set([module.id])
    for (const id of reached) {
      neededBy.set(id, [...(neededBy.get(id) ?? []), entry])
      const { size: own, imports } = modules.get(id) ?? { size: 0, imports: [] }
      size += own
      for (const other of imports) reached.add(other)
    }
    entry.spare = SPARE.size + SPARE.share * Math.min(size, MAX_SIZE)
  }
  const groups = new Map<string, Group>()
  const groupOf = new Map<string, Group>()
  for (const { id, size } of modules.values()) {
    const entries = neededBy.get(id) ?? []
    if (entries.length < 2) continue
    const key = entries.map(({ id }) => id).join()
    const group = groups.get(key) ?? {
      modules: [],
      size: 0,
      imports: new Set(),
      entries: new Set(entries),
    }
    groups.set(key, group)
    group.modules.push(id)
    group.size += size
    groupOf.set(id, group)
  }
  for (const [id, group] of groupOf) {
    for (const other of modules.get(id)?.imports ?? []) {
      const imported = groupOf.get(other)
      if (imported && imported !== group) group.imports.add(imported)
    }
  }
  return new Set(groups.values())
}

interface Pair {
  one: Group
  other: Group
  /** What each entry would load in vain. */
  vain: Map<Entry, number>
  cost: number
}

/** The pair that saves most requests for what is loaded in vain. */
function cheapestPair(groups: Set<Group>): Pair | undefined {
  let cheapest: Pair | undefined
  const rest = [...groups]
  for (const one of groups) {
    rest.shift()
    for (const other of rest) {
      const saved = [...one.entries].filter((entry) => other.entries.has(entry)).length
      if (saved === 0) continue
      const vain = new Map([...inVain(one, other), ...inVain(other, one)])
      if ([...vain].some(([entry, size]) => size > entry.spare)) continue
      const cost = [...vain.values()].reduce((sum, size) => sum + size, 0) / saved
      if (cheapest && cost >= cheapest.cost) continue
      cheapest = { one, other, vain, cost }
    }
  }
  return cheapest
}

/** What the customers' entries of one group load besides, once they load another one and all that it imports. */
function inVain(one: Group, other: Group): [Entry, number][] {
  const added = [other, ...reachedFrom(other)]
  return [...one.entries]
    .filter((entry) => !entry.isAdmin && !other.entries.has(entry))
    .map((entry) => [
      entry,
      added.reduce((sum, { size, entries }) => sum + (entries.has(entry) ? 0 : size), 0),
    ])
}

function reachedFrom(group: Group): Set<Group> {
  const reached = new Set(group.imports)
  for (const { imports } of reached) for (const next of imports) reached.add(next)
  return reached
}

/**
 * Where the merged file and another one import each other, the same entries load both now: they are merged next,
 * for nothing.
 */
function merge({ one, other, vain }: Pair, groups: Set<Group>): void {
  for (const [entry, size] of vain) entry.spare -= size
  const merged: Group = {
    modules: [...one.modules, ...other.modules],
    size: one.size + other.size,
    imports: new Set([...one.imports, ...other.imports]),
    entries: new Set([...one.entries, ...other.entries]),
  }
  groups.delete(one)
  groups.delete(other)
  groups.add(merged)
  for (const group of groups) {
    const isImporter = group.imports.delete(one) || group.imports.has(other)
    group.imports.delete(other)
    if (isImporter && group !== merged) group.imports.add(merged)
  }
  for (const { entries } of reachedFrom(merged))
    for (const entry of merged.entries) entries.add(entry)
}
