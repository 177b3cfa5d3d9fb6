/* Files that the admin downloads. */
import { settings } from '#config/settings.ts'
import { isoDay } from '#kit/dates.ts'

/** Milliseconds after which even a slow browser has read the file. */
const REVOKE_AFTER_MS = 60_000

/** Downloads `zulf-orders-2026-11-21.csv`, dated in the shop's time zone. */
export function download(name: string, extension: 'csv' | 'xlsx', content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = `${settings.name.toLowerCase()}-${name}-${isoDay(new Date())}.${extension}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
