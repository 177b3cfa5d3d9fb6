import { type CleanUpOptions, cleanUpOrders } from '../test-orders/clean-up.ts'
import { aTestOrder } from '../test-orders/test-order.ts'
import { authGuarantees } from './auth-guarantees.ts'
import { clientGuarantees } from './client-guarantees.ts'
import { dataGuarantees } from './data-guarantees.ts'
import { orderGuarantees } from './order-guarantees.ts'
import { otherGuarantees } from './other-guarantees.ts'
import { priceGuarantees } from './price-guarantees.ts'
import { type Guarantee, openProject, type Project } from './project.ts'
import { siteGuarantees } from './site-guarantees.ts'

export interface CheckOptions {
  url: string
  key: string
  site?: string | undefined
  /** Places one order, which is removed afterwards where `cleanUp` says how. */
  placesOrder?: boolean
  cleanUp?: Pick<CleanUpOptions, 'admin' | 'databaseUrl'>
  /** Signs in to see which client the limits count. */
  admin?: CleanUpOptions['admin']
  print?: (line: string) => void
}

/** Checks one guarantee after the other and prints a line for each. Returns those that are broken. */
export async function check(options: CheckOptions) {
  const { url, key, site, placesOrder, cleanUp, admin, print = () => undefined } = options
  const placed = new Set<string>()
  const project = recordOrders(openProject(url, key), placed)
  const broken: Guarantee[] = []
  for (const guarantee of [
    ...authGuarantees,
    ...dataGuarantees,
    ...otherGuarantees,
    ...priceGuarantees(site),
    ...(admin ? clientGuarantees(admin) : []),
    ...(placesOrder ? orderGuarantees(aTestOrder()) : []),
    ...(site ? siteGuarantees(site) : []),
  ]) {
    const outcome = await guarantee
      .passes(project)
      .catch((error: unknown) => `could not be checked: ${sentenceOf(error)}`)
    if (outcome === true) {
      print(`ok      ${guarantee.says}`)
      continue
    }
    broken.push(guarantee)
    print(`NOT ok  ${guarantee.says}\n        → ${outcome || guarantee.remedy}`)
  }
  await cleanUpOrders([...placed], { url, key, ...cleanUp, print })
  return broken.map(({ says }) => says)
}

/** Also notes the id of every order that the project saves. */
function recordOrders(project: Project, placed: Set<string>): Project {
  return {
    ...project,
    async request(path, request) {
      const response = await project.request(path, request)
      const { order } = response.json
      if (response.status === 201 && path.endsWith('/place_order')) placed.add(idOf(order))
      return response
    },
  }
}

function idOf(order: unknown): string {
  return String((Object(order) as Record<string, unknown>)['id'])
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
