import { erasingGuards } from './erasing.ts'
import { fileGuards } from './files.ts'
import type { Guard } from './guard.ts'
import { lookGuards } from './looks.ts'
import { messageGuards } from './messages.ts'
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
