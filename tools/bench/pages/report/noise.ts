import type { Result } from './result.ts'

/**
 * What tells that the machine had other things to do: a page without script cannot block anything
 * itself. Undefined in a quiet run.
 */
export function noiseIn({ pages }: Pick<Result, 'pages'>): string | undefined {
  const blocked = pages.flatMap(
    ({ baselines }) => baselines?.plain.audits.map(({ tbt }) => tbt) ?? [],
  )
  const worst = Math.max(0, ...blocked)
  if (worst === 0) return undefined
  return (
    `The machine was busy: a page without script was blocked for ${worst.toFixed(0)} ms. ` +
    'Bytes and structure of this run are right, its times are not.'
  )
}
