import { erasingGuards } from './erasing.ts'
import { fileGuards } from './files.ts'
import { lookGuards } from './looks.ts'
import { messageGuards } from './messages.ts'
import type { Guard } from './mutation.ts'
import { orderGuards } from './orders.ts'
import { rightGuards } from './rights.ts'

export const guards: Guard[] = [
  ...rightGuards,
  ...orderGuards,
  ...erasingGuards,
  ...lookGuards,
  ...messageGuards,
  ...fileGuards,
]
