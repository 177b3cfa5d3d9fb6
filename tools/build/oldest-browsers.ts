/** The oldest browsers that everything needed for buying works in: docs/decisions/browsers.md. */
export const OLDEST_BROWSERS = {
  chrome: [106, 0],
  firefox: [106, 0],
  safari: [15, 4],
  ios_saf: [15, 4],
} as const

/** As Vite's `build.target` names them. */
export const scriptTargets = Object.entries(OLDEST_BROWSERS).map(
  ([browser, [major, minor]]) => `${browser === 'ios_saf' ? 'ios' : browser}${major}.${minor}`,
)
