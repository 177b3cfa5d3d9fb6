import type { AttackCase } from './attack-case.ts'
import { addressCases } from './cases/addresses.ts'
import { attemptCases } from './cases/attempts.ts'
import { forgedTokenCases } from './cases/forged-tokens.ts'
import { gatewayCases } from './cases/gateway.ts'
import { itemCases } from './cases/items.ts'
import { messageCases } from './cases/messages.ts'
import { orderLookupCases } from './cases/order-lookups.ts'
import { otherPathCases } from './cases/other-paths.ts'
import { readingOrdersCases } from './cases/reading-orders.ts'
import { requestShapeCases } from './cases/request-shapes.ts'
import { signInCases } from './cases/sign-in.ts'
import { signedInUserCases } from './cases/signed-in-user.ts'
import { trackingCases } from './cases/tracking.ts'
import { writingOrdersCases } from './cases/writing-orders.ts'

export const subjects: [subject: string, cases: AttackCase[]][] = [
  ['reading the table of orders', readingOrdersCases],
  ['writing the table of orders', writingOrdersCases],
  ['other paths of the API', otherPathCases],
  ['items and numbers', itemCases],
  ['shapes of a request', requestShapeCases],
  ['ids, tokens and limits', attemptCases],
  ['addresses', addressCases],
  ['reading one order', orderLookupCases],
  ['tracking an order', trackingCases],
  ['contact messages', messageCases],
  ['a signed-in user', signedInUserCases],
  ['forged tokens and keys', forgedTokenCases],
  ['sign-in', signInCases],
  ['the gateway', gatewayCases],
]
