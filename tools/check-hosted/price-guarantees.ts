/* The database sells every size at the price that customers see. No order is placed. */
import { type Comparison, comparePrices, differenceLines } from './compare-prices.ts'
import type { Guarantee, Project } from './project.ts'
import { shownPrices } from './shown-prices.ts'

const PUSH = '`npm run prices -- --push`: the project lacks a migration or the prices.'

export function priceGuarantees(site?: string): Guarantee[] {
  const shown = site ? 'on the site' : 'in the price list'
  let comparison: Promise<Comparison> | undefined
  const compare = (project: Project) => {
    comparison ??= shownPrices(site).then((sizes) => comparePrices(project, sizes))
    return comparison
  }
  return [
    {
      says: `Every size costs in the database what it costs ${shown}`,
      remedy: PUSH,
      async passes(project) {
        const compared = await compare(project)
        const lines = differenceLines(compared, shown)
        return lines.length === 0 ? !compared.acceptsWrongTotal : lines.join('\n          ')
      },
    },
    {
      says: 'A total that the prices do not make is refused',
      remedy: PUSH,
      async passes(project) {
        const { differing, refusesWrongTotal, acceptsWrongTotal } = await compare(project)
        if (refusesWrongTotal || acceptsWrongTotal) return refusesWrongTotal
        return `This cannot be checked until ${differing.length > 0 ? 'the prices agree' : 'a size is sold that is paused'}.`
      },
    },
  ]
}
