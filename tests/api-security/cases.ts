import type { AttackCase } from './attack-case.ts'
import { confirmLinkCases } from './cases/confirm-link.ts'
import { forgedTokenCases } from './cases/forged-tokens.ts'
import { gatewayCases } from './cases/gateway.ts'
import { orderLookupCases } from './cases/order-lookups.ts'
import { otherPathCases } from './cases/other-paths.ts'
import { readingOrdersCases } from './cases/reading-orders.ts'
import { requestShapeCases } from './cases/request-shapes.ts'
import { signInCases } from './cases/sign-in.ts'
import { signedInUserCases } from './cases/signed-in-user.ts'
import { writingOrdersCases } from './cases/writing-orders.ts'

export const subjects: [subject: string, cases: AttackCase[]][] = [
  ['reading the table of orders', readingOrdersCases],
  ['writing the table of orders', writingOrdersCases],
  ['other paths of the API', otherPathCases],
  ['bodies of a request', requestShapeCases],
  ['reading one order', orderLookupCases],
  ['the code of a confirm link', confirmLinkCases],
  ['a signed-in user', signedInUserCases],
  ['forged tokens and keys', forgedTokenCases],
  ['sign-in', signInCases],
  ['the gateway', gatewayCases],
]
