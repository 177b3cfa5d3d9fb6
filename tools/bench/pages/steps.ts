import { paths } from '#paths.ts'
import { baselinePath } from './baseline/baseline.ts'
import type { Baselines } from './baseline/open-baselines.ts'
import { soldFirst } from './kinds.ts'
import { follow } from './measure/next-page.ts'
import { NEXT_PAGE } from './options.ts'
import type { StepResult } from './report/result.ts'
import type { Bench } from './run.ts'
import { slowNetwork } from './server/shaper.ts'

const product = paths.product(soldFirst().id)

/** The ways that customers go most. `baseline` is the page that stands for ours. */
const STEPS = [
  {
    name: 'home → catalogue',
    isLikely: true,
    path: paths.home,
    to: paths.products,
    baseline: 'home',
  },
  {
    name: 'catalogue → product',
    isLikely: true,
    path: paths.products,
    to: product,
    baseline: 'catalogue',
  },
]

/** Each step of ours, and the same one between pages that ask the browser for nothing ahead of time. */
export async function followSteps(bench: Bench, baselines: Baselines): Promise<StepResult[]> {
  const { shop, certificate, options } = bench
  if (options.only && options.only !== NEXT_PAGE) return []
  const ours = await slowNetwork(shop.edge.port)
  const plain = await slowNetwork(baselines.port)
  const results: StepResult[] = STEPS.map(({ name, isLikely }) => ({
    name,
    isLikely,
    ours: [],
    baseline: [],
  }))
  try {
    for (let round = 1; round <= options.rounds; round++) {
      for (const [nth, { name, path, to, baseline }] of STEPS.entries()) {
        console.error(`Following ${name}, ${round} of ${options.rounds}`)
        const fromOurs = { from: ours.url + path, link: `main a[href="${to}"]` }
        const fromBaseline = { from: plain.url + baselinePath('plain', baseline), link: 'main a' }
        results[nth]?.ours.push(await follow(fromOurs, certificate.fingerprint))
        results[nth]?.baseline.push(await follow(fromBaseline, certificate.fingerprint))
      }
    }
    return results
  } finally {
    await ours.close()
    await plain.close()
  }
}
