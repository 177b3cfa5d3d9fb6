import type { AttackCase } from './attack-case.ts'
import { addresses } from './cases/addresses.ts'
import { anotherUser } from './cases/another-user.ts'
import { attempts } from './cases/attempts.ts'
import { authDoors } from './cases/auth-doors.ts'
import { forgedClaims } from './cases/forged-claims.ts'
import { gateway } from './cases/gateway.ts'
import { items } from './cases/items.ts'
import { howLongItTakes, looking, placingByGet, tracking } from './cases/looking.ts'
import { messages } from './cases/messages.ts'
import { numbers } from './cases/numbers.ts'
import { otherDoors } from './cases/other-doors.ts'
import { privateFunctions } from './cases/private-functions.ts'
import { readingOrders } from './cases/reading-orders.ts'
import { shapes } from './cases/shapes.ts'
import { text } from './cases/text.ts'
import { writingOrders } from './cases/writing-orders.ts'

export const subjects: [subject: string, cases: AttackCase[]][] = [
  ['reading the table of orders', readingOrders],
  ['other doors', otherDoors],
  ['writing the table of orders', writingOrders],
  ['numbers', numbers],
  ['items', items],
  ['shapes of a request', shapes],
  ['ids, tokens and limits', attempts],
  ['addresses', addresses],
  ['text', text],
  ['placing by another method', placingByGet],
  ['looking at an order', looking],
  ['how long it takes', howLongItTakes],
  ['tracking an order', tracking],
  ['writing to the shop', messages],
  ['functions that are not the visitor’s', privateFunctions],
  ['somebody signed in', anotherUser],
  ['tokens and keys of one’s own making', forgedClaims],
  ['ways into an account', authDoors],
  ['the gateway', gateway],
]
