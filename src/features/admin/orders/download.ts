/* Files that the admin downloads. */
import { settings } from '#config/settings.ts'
import { SHOP_ZONE } from '#shared/shop-zone.ts'

/** Milliseconds after which even a slow browser has read the file. */
const REVOKE_AFTER_MS = 60_000

const shopDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: SHOP_ZONE })

/** Downloads `zulf-orders-2026-11-21.csv`, dated in the shop's time zone. */
export function download(name: string, extension: 'csv' | 'xlsx', content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = `${settings.name.toLowerCase()}-${name}-${shopDay.format(new Date())}.${extension}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
