import { type CleanUpOptions, cleanUpOrders } from '../test-orders/clean-up.ts'
import { aTestOrder } from '../test-orders/test-order.ts'
import { authGuarantees } from './auth-guarantees.ts'
import { clientGuarantees } from './client-guarantees.ts'
import { dataGuarantees } from './data-guarantees.ts'
import { orderGuarantees } from './order-guarantees.ts'
import { otherGuarantees } from './other-guarantees.ts'
import { rememberCounts } from './own-counts.ts'
import { priceGuarantees } from './price-guarantees.ts'
import { type Guarantee, openProject, type Project, type ProjectResponse } from './project.ts'
import { roleGuarantees } from './role-guarantees.ts'
import { schemaGuarantees } from './schema-guarantees.ts'
import { siteGuarantees } from './site-guarantees.ts'

export interface CheckOptions {
  url: string
  key: string
  site?: string | undefined
  /** Places one order, which is removed afterwards where `cleanUp` says how. */
  placesOrder?: boolean
  /** Compares the database with the migrations, and sets the counts of limits back in the end. */
  databaseUrl?: string | undefined
  cleanUp?: Pick<CleanUpOptions, 'admin' | 'databaseUrl'>
  /** Signs in to see which client the limits count. */
  admin?: CleanUpOptions['admin']
  print?: (line: string) => void
}

/** Without it no other guarantee can be checked. */
const keyGuarantee: Guarantee = {
  says: 'The project accepts the key',
  remedy:
    'The key is not accepted by this project: it is of another one, or was rotated. Set the present ' +
    'publishable key here and as PUBLIC_SUPABASE_PUBLISHABLE_KEY on Netlify, and publish again: until then ' +
    'the shop takes no orders.',
  async passes(project) {
    const { status } = await project.request('/auth/v1/settings')
    return status !== 401 && status !== 403
  },
}

/** Also where the key still works. */
const newKeyGuarantee: Guarantee = {
  says: 'The key is no legacy one',
  remedy:
    'Legacy keys end in 2026, all at once: docs/publishing.md ("Change a key") says how to go over to a publishable key.',
  passes: async () => false,
}

/** Checks one guarantee after the other and prints a line for each. Returns those that are broken. */
export async function check(options: CheckOptions) {
  const { url, key, site, placesOrder, databaseUrl, cleanUp, admin } = options
  const { print = () => undefined } = options
  const placed = new Set<string>()
  let isLimited = false
  const project = observed(openProject(url, key), ({ status, json }, path) => {
    if (status === 201 && path.endsWith('/place_order')) placed.add(idOf(json['order']))
    isLimited ||= status === 429 || json['code'] === 'rate_limited'
  })
  const noteCounts = (error: unknown): undefined => {
    print(`What this asks stays counted in the limits: ${sentenceOf(error)}`)
  }
  const broken: Guarantee[] = []
  const setBack = databaseUrl ? await rememberCounts(databaseUrl).catch(noteCounts) : undefined
  for (const guarantee of [
    keyGuarantee,
    ...(key.startsWith('eyJ') ? [newKeyGuarantee] : []),
    ...authGuarantees,
    ...dataGuarantees,
    ...otherGuarantees,
    ...priceGuarantees(site),
    ...(admin ? clientGuarantees(admin) : []),
    ...(placesOrder ? orderGuarantees(aTestOrder()) : []),
    ...(databaseUrl ? [...schemaGuarantees(databaseUrl), ...roleGuarantees(databaseUrl)] : []),
    ...(site ? siteGuarantees(site) : []),
  ]) {
    isLimited = false
    const outcome = await guarantee
      .passes(project)
      .catch((error: unknown) => `could not be checked: ${sentenceOf(error)}`)
    if (outcome === true) {
      print(`ok      ${guarantee.says}`)
      continue
    }
    broken.push(guarantee)
    const problem = isLimited ? TOO_MANY : outcome || guarantee.remedy
    print(`NOT ok  ${guarantee.says}\n        → ${problem}`)
    if (guarantee === keyGuarantee && outcome === false) break
  }
  await setBack?.().catch(noteCounts)
  await cleanUpOrders([...placed], { url, key, ...cleanUp, print })
  return broken.map(({ says }) => says)
}

const TOO_MANY = 'Too many tries from here: try again in ten minutes.'

/** Also reports every response. */
function observed(
  project: Project,
  report: (response: ProjectResponse, path: string) => void,
): Project {
  return {
    ...project,
    async request(path, request) {
      const response = await project.request(path, request)
      report(response, path)
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
