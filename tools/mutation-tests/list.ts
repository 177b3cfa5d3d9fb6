import { correctionMutations } from './list/corrections.ts'
import { customerChangeMutations } from './list/customer-changes.ts'
import { deskMutations } from './list/desk.ts'
import { erasingMutations } from './list/erasing.ts'
import { moneyMutations } from './list/money.ts'
import { noticeMutations } from './list/notices.ts'
import { orderReadingMutations } from './list/order-reading.ts'
import { orderMutations } from './list/orders.ts'
import { pauseMutations } from './list/pauses.ts'
import { rightMutations } from './list/rights.ts'
import type { Mutation } from './mutation.ts'

export const mutations: Mutation[] = [
  ...rightMutations,
  ...orderMutations,
  ...correctionMutations,
  ...customerChangeMutations,
  ...erasingMutations,
  ...orderReadingMutations,
  ...deskMutations,
  ...moneyMutations,
  ...noticeMutations,
  ...pauseMutations,
]
