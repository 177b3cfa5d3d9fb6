/* What MDN's compatibility data says of the oldest browsers (tools/build/oldest-browsers.ts). */

import data from '@mdn/browser-compat-data' with { type: 'json' }
import type { BrowserName, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { OLDEST_BROWSERS } from '../build/oldest-browsers.ts'

/** With the browsers for phones: one of both is enough, since touch or printing is missing in the other. */
const TARGETS: [BrowserName[], readonly [number, number]][] = [
  [['chrome', 'chrome_android'], OLDEST_BROWSERS.chrome],
  [['firefox', 'firefox_android'], OLDEST_BROWSERS.firefox],
  [['safari', 'safari_ios'], OLDEST_BROWSERS.safari],
]

/** A path in the data, such as `javascript.builtins.Array.toReversed`, and what is said there. */
export interface Feature {
  path: string
  compat: CompatStatement
}

/** The feature at a path. Throws where the data has none, since it may be renamed. */
export function featureAt(path: string): Feature {
  const compat = nodeAt(path)?.__compat
  if (!compat) throw new Error(`MDN's compatibility data has no ${path}`)
  return { path, compat }
}

export function findFeature(path: string): Feature | undefined {
  return nodeAt(path)?.__compat && featureAt(path)
}

/** All features below a path, with their own keys. */
export function* featuresBelow(path: string, depth = Number.POSITIVE_INFINITY): Generator<Feature> {
  for (const [key, child] of Object.entries(nodeAt(path) ?? {})) {
    if (key === '__compat' || !child) continue
    const below = `${path}.${key}`
    const { __compat: compat } = child as Identifier
    if (compat) yield { path: below, compat }
    if (depth > 1) yield* featuresBelow(below, depth - 1)
  }
}

function nodeAt(path: string): Identifier | undefined {
  let node = data as unknown as Identifier | undefined
  for (const key of path.split('.')) node = node?.[key]
  return node
}

/** Whether all of the oldest browsers have it, be it in part, without a flag and under this name. */
export function isSupported({ compat }: Feature): boolean {
  return TARGETS.every(([browsers, target]) => {
    const statements = browsers.flatMap((browser) => compat.support[browser] ?? [])
    return statements.some(
      (statement) =>
        !statement.flags &&
        !statement.prefix &&
        !statement.alternative_name &&
        isReached(statement.version_added, target) &&
        !(statement.version_removed && isReached(statement.version_removed, target)),
    )
  })
}

/** A version such as `15.4`, `≤37` or `preview`. */
function isReached(version: string | false | undefined, [major, minor]: readonly [number, number]) {
  const [since = Number.NaN, part = 0] = String(version).replace('≤', '').split('.').map(Number)
  return since < major || (since === major && part <= minor)
}
