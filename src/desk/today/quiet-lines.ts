/* What can wait, below the work of today (docs/product.md, rule 16.23). */

import { type Dashboard, formatDatabaseNotice } from '#admin/dashboard/dashboard.ts'
import type { Stages } from '#admin/order/stages.ts'
import { formatUpTo1000 } from '#admin/orders/orders.ts'
import { IN_MY_BANK } from '#desk/money/came.ts'
import { formatDay, formatMoment, formatTime } from '#kit/dates.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import { leasedElsewhere, type QuietLine } from './today.ts'

/** What can wait, or is done elsewhere. */
export function quietLines(
  dashboard: Dashboard,
  { lastBackup, leases }: Pick<Stages, 'lastBackup' | 'leases'>,
  now = new Date(),
): QuietLine[] {
  const { markedOrders, untickedPayments, paused, totalOrders } = dashboard
  const { standingNotices, pastRetention, unsentCopies } = dashboard
  const marked = `${formatUpTo1000(markedOrders)} ${markedOrders === 1 ? 'looks' : 'look'} odd`
  const unticked = `${countOf(untickedPayments, 'payment')} not ticked “${IN_MY_BANK}”`
  const backup = totalOrders > 0 && backupNotice(lastBackup, now)
  const database = formatDatabaseNotice(dashboard)
  const elsewhere = leasedElsewhere(leases)
  const lines = [
    elsewhere > 0 && { text: `${elsewhere} to confirm on another device`, href: paths.adminRun },
    markedOrders > 0 && { text: marked, href: paths.adminMarked },
    untickedPayments > 0 && { text: unticked, href: paths.adminUnticked },
    // One may be the whole shop.
    paused > 0 && { text: countOf(paused, 'pause'), href: paths.adminProducts },
    backup && { text: backup, href: `${paths.adminSettings}#erasing` },
    standingNotices !== null && { text: noticesNotice(standingNotices, now) },
    pastRetention > 0 && { text: retentionNotice(pastRetention) },
    database && { text: database },
    unsentCopies > 0 && { text: copiesNotice(unsentCopies) },
  ]
  return lines.filter((line) => typeof line === 'object')
}

const MAX_BACKUP_DAYS = 7

const WHO_BACKS_UP = 'Ask whoever looks after the shop to make one.'

/** Who is to be asked once the last backup is a week old. */
function backupNotice(lastBackup: string | null, now: Date): string | undefined {
  if (lastBackup === null) return `No backup was made yet. ${WHO_BACKS_UP}`
  const days = Math.floor((now.getTime() - Date.parse(lastBackup)) / DAY_MS)
  return days >= MAX_BACKUP_DAYS
    ? `The last backup is ${days} days old. ${WHO_BACKS_UP}`
    : undefined
}

/** Orders that the admin has to close, since only closed orders are erased automatically. */
export function retentionNotice(count: number): string {
  const orders =
    count === 1
      ? '1 order is older than personal data may be kept and still holds some.'
      : `${count}${count < 1000 ? '' : ' or more'} orders are older than personal data may be kept and still hold some.`
  return `${orders} Mark what is open as delivered or cancelled: closed orders are erased by themselves.`
}

/** Their copies are missing where the form service mails them: every order is in the list. */
export function copiesNotice(count: number): string {
  const copies = count === 1 ? '1 order copy wasn’t' : `${count} order copies weren’t`
  return `${copies} sent by the form service in 30 days. Every order is in the list of orders.`
}

/** Such as "No notices of new orders went out since 14:05". */
export function noticesNotice(
  { stoppedAt, reason }: NonNullable<Dashboard['standingNotices']>,
  now: Date,
): string {
  const isToday = formatDay(stoppedAt) === formatDay(now.toISOString())
  const moment = isToday ? formatTime(stoppedAt) : formatMoment(stoppedAt)
  return `No notices of new orders went out since ${moment}. ${reason ?? 'Whoever looks after the site can mend it (docs/publishing.md, step 5).'}`
}
