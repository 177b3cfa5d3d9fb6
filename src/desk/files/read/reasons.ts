/* Why a delivery failed, as codes: those of the admin's lists where the text is exactly known. */
import { COMMON, type WordState } from '#desk/files/formats/formats.ts'

const FAILED: readonly WordState[] = ['attempt_failed', 'returning', 'returned', 'lost']

/**
 * `Refused by consignee` → `refused`. Another text is its own code, `Area closed` → `area_closed`, unless the parcel
 * is on its way or was sold: then it says something else.
 */
export function toReason(cell: string, state: WordState | undefined): string | undefined {
  const text = cell.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '')
  const [known] = Object.entries(COMMON.reasons).find(([, texts]) => texts.includes(text)) ?? []
  const code = text
    .replace(/[^a-z]+/g, '_')
    .slice(0, 40)
    .replace(/^_|_$/g, '')
  const isOther = state !== undefined && !FAILED.includes(state)
  return known ?? (isOther ? undefined : code || undefined)
}
