import { authGuarantees } from './auth-guarantees.ts'
import { dataGuarantees } from './data-guarantees.ts'
import { orderGuarantees } from './order-guarantees.ts'
import { otherGuarantees } from './other-guarantees.ts'
import { type Guarantee, openProject } from './project.ts'
import { siteGuarantees } from './site-guarantees.ts'

export interface CheckOptions {
  url: string
  key: string
  site?: string | undefined
  /** Leaves one order in the project. */
  placesOrder?: boolean
  print?: (line: string) => void
}

/** Asks one after the other and prints a line for each. Returns those that are broken. */
export async function check({ url, key, site, placesOrder, print }: CheckOptions) {
  const project = openProject(url, key)
  const broken: Guarantee[] = []
  for (const guarantee of [
    ...authGuarantees,
    ...dataGuarantees,
    ...otherGuarantees,
    ...(placesOrder ? orderGuarantees() : []),
    ...(site ? siteGuarantees(site) : []),
  ]) {
    const outcome = await guarantee.isKept(project).catch((error: unknown) => sentenceOf(error))
    if (outcome === true) {
      print?.(`ok      ${guarantee.says}`)
      continue
    }
    broken.push(guarantee)
    const remedy = outcome === false ? guarantee.remedy : `could not be asked: ${outcome}`
    print?.(`NOT ok  ${guarantee.says}\n        → ${remedy}`)
  }
  return broken.map(({ says }) => says)
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
