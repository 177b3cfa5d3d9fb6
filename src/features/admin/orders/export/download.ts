import { settings } from '#config/settings.ts'
import { SHOP_ZONE } from '#shared/shop-zone.ts'

/** Milliseconds after which even a slow browser has taken the file. */
const TAKEN_BY_THEN = 60_000

const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: SHOP_ZONE })

/** Hands a table to the owner as `zulf-orders-2026-11-21.csv`, dated by the shop's own day. */
export function download(name: string, parts: string[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${settings.name.toLowerCase()}-${name}-${today.format(new Date())}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_BY_THEN)
}
