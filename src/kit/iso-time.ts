/* Times as ISO 8601 writes them, with the clock of the shop's time zone. */

import { ISO_LOCALE } from './locale.ts'
import { SHOP_ZONE } from './shop-zone.ts'

const isoParts = new Intl.DateTimeFormat(ISO_LOCALE, {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: SHOP_ZONE,
})
/** Made when it is used: it throws before Chrome 95. */
let offset: Intl.DateTimeFormat | undefined

/** For spreadsheets: `2026-11-21T05:00:00Z` → `2026-11-21 10:00:00`. */
export function formatIsoMoment(timestamp: string): string {
  return isoParts.format(new Date(timestamp))
}

/** `+05:00`: what the shop's clock is ahead of UTC. */
export function zoneOffset(date: Date): string {
  offset ??= new Intl.DateTimeFormat(ISO_LOCALE, {
    timeZoneName: 'longOffset',
    timeZone: SHOP_ZONE,
  })
  const zone = offset.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value
  return zone?.replace('GMT', '') || 'Z'
}
