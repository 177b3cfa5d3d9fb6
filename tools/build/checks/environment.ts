import type { Problem } from '#content-loader/problem.ts'
import { type Env, settingsErrors } from '../build-settings.ts'
import type { Check } from './project.ts'

/** The variables of the build, and those that look like one of them. */
export const environment: Check = ({ env, site, variables }) => [
  ...settingsErrors(env, site).map(toProblem),
  ...serviceWorkerProblem(env['SERVICE_WORKER']),
  ...misspelt(env, variables),
]

/** "… is missing: write …." */
function toProblem(error: string): Problem {
  const [, what = error, first = '', rest = ''] = /^(.*?): (.)(.*)\.$/s.exec(error) ?? []
  return { file: 'The environment', what, write: first.toUpperCase() + rest }
}

function serviceWorkerProblem(value = ''): Problem[] {
  if (value === '' || value === 'off') return []
  const write = 'Write off, which removes the service worker from all devices, or leave it out'
  return [{ file: 'The environment', what: `SERVICE_WORKER is ${value}`, write }]
}

/** Of other names nothing is known: they may be another program's. */
function misspelt(env: Env, variables: string[]): Problem[] {
  const known = [...variables, 'SERVICE_WORKER', 'PREVIEW_SUPABASE_URL']
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((candidate) => edits(name, candidate) <= 2)
      return meant
        ? [{ file: 'The environment', what: `${name} is not read`, write: `Name it ${meant}` }]
        : []
    })
}

/** How many letters must be added, removed or replaced to make `b` of `a`. */
function edits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [above, letter] of [...a].entries()) {
    const next = [above + 1]
    for (const [left, other] of [...b].entries()) {
      const replaced = (row[left] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min((row[left + 1] ?? 0) + 1, (next[left] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
