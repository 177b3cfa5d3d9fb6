/* Why a delivery failed, as codes: those of the admin's lists where the text is exactly known. */
import type { WordState } from './courier-words.ts'

const FAILED: readonly WordState[] = ['attempt_failed', 'returning', 'returned', 'lost']

const REASON_TEXTS: Record<string, readonly string[]> = {
  refused: [
    'refused',
    'customer refused',
    'consignee refused',
    'refused by customer',
    'refused to accept',
    'refused by consignee',
    'consignee refused to accept',
    'refused to receive',
    'customer refused to receive',
    'consignee refused to receive',
  ],
  no_answer: [
    'no answer',
    'not answering',
    'customer not answering',
    'no response',
    'not responding',
    'phone off',
    'mobile off',
    'number not responding',
  ],
  not_home: [
    'not at home',
    'customer not available',
    'consignee not available',
    'not available',
    'door locked',
    'house closed',
  ],
  address: [
    'incomplete address',
    'wrong address',
    'address not found',
    'incorrect address',
    'address not located',
    'incomplete/wrong address',
  ],
  no_cash: [
    'cash not ready',
    'no cash',
    'payment not ready',
    'cash not available',
    'amount not ready',
  ],
  rescheduled: [
    'rescheduled',
    'deliver on another day',
    'customer asked for another day',
    'hold on customer request',
  ],
  out_of_area: [
    'out of area',
    'out of service area',
    'non-service area',
    'non service area',
    'nsa',
  ],
}

/**
 * `Refused by consignee` → `refused`. Another text is its own code, `Area closed` → `area_closed`, unless the parcel
 * is on its way or was sold: then it is a remark.
 */
export function toReason(cell: string, state: WordState | undefined): string | undefined {
  const text = cell.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '')
  const [known] = Object.entries(REASON_TEXTS).find(([, texts]) => texts.includes(text)) ?? []
  const code = text
    .replace(/[^a-z]+/g, '_')
    .slice(0, 40)
    .replace(/^_|_$/g, '')
  const isRemark = state !== undefined && !FAILED.includes(state)
  return known ?? (isRemark ? undefined : code || undefined)
}
