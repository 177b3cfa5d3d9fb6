/* What the dashboard begins with: the work of today (docs/product.md, rules 16.21 to 16.24). */

import { deviceId } from '#admin/auth/device-id.ts'
import type { Dashboard } from '#admin/dashboard/dashboard.ts'
import type { Stage, Stages } from '#admin/order/stages.ts'
import { settings } from '#config/settings.ts'
import { dayAfter, formatDayOfYear, formatTime, isoDay } from '#kit/dates.ts'
import { paths } from '#paths.ts'

export interface TodayLine {
  count: number
  /** After the count: "to confirm". */
  words: string
  /** Where as many rows are. */
  href: string
}

const MOST_LINES = 7

/** What is to be done now, in the order of the work. */
export function todayLines(
  { stages, toDecide = 0, leases }: Pick<Stages, 'stages' | 'toDecide' | 'leases'>,
  openRequests: number,
): TodayLine[] {
  const { to_confirm: toConfirm = 0, later = 0 } = stages
  const lineOf = (stage: Stage, words: string, other: Partial<TodayLine> = {}): TodayLine => ({
    count: stages[stage] ?? 0,
    words,
    href: `${paths.adminOrders}?stage=${stage}`,
    ...other,
  })
  const due = [
    lineOf('to_confirm', 'to confirm', {
      count: toConfirm - leasedElsewhere(leases),
      href: paths.adminRun,
    }),
    lineOf('waiting', 'waiting for a reply'),
    // Of what was put off: what waits until it is decided.
    lineOf('later', toDecide === later ? 'to decide' : `to decide, of ${later} put off`, {
      count: toDecide,
    }),
    lineOf('to_pack', 'to pack'),
    lineOf('needs_number', 'without numbers'),
    lineOf('to_ship', 'to ship'),
    lineOf('to_tell', 'to tell', { href: paths.adminTell }),
    lineOf('not_delivered', 'not delivered', { href: paths.adminNotDelivered }),
    lineOf('came_back', 'to check in', { href: paths.adminCameBack }),
    lineOf('held', 'held'),
  ].filter(({ count }) => count > 0)
  if (openRequests === 0) return due.slice(0, MOST_LINES)
  const words = openRequests === 1 ? 'asks for help' : 'ask for help'
  const help = { count: openRequests, words, href: paths.adminMessages }
  return [...due.slice(0, MOST_LINES - 1), help]
}

/** How many to confirm are on the screens of other devices: the run does not show them here. */
export function leasedElsewhere(leases: Stages['leases']): number {
  const device = deviceId()
  return Object.entries(leases).reduce((sum, [id, count]) => sum + (id === device ? 0 : count), 0)
}

/** What comes next, and when; undefined where nothing is put off. */
export function nextDue(
  { stages, nextDueAt, toDecide = 0 }: Pick<Stages, 'stages' | 'nextDueAt' | 'toDecide'>,
  now = new Date(),
): string | undefined {
  const { waiting = 0 } = stages
  const later = (stages.later ?? 0) - toDecide
  if (later + waiting === 0 || !nextDueAt) return undefined
  const moment = comingMoment(nextDueAt, now)
  // Those that wait have a line of their own.
  if (later === 0) return `Without a reply the first is to confirm again ${moment}.`
  if (waiting > 0)
    return `The next is to confirm again ${moment}. ${later} ${later === 1 ? 'is' : 'are'} put off.`
  if (later === 1) return `1 order is to confirm again ${moment}.`
  return `${later} orders are put off, the first is to confirm again ${moment}.`
}

/** `at 4:00 PM`, `tomorrow at 10:00 AM`, `on Nov 29 at 10:00 AM`. */
function comingMoment(timestamp: string, now: Date): string {
  const day = isoDay(new Date(timestamp))
  const time = `at ${formatTime(timestamp)}`
  if (day <= isoDay(now)) return time
  const isTomorrow = day === isoDay(new Date(dayAfter(1, now.getTime())))
  return `${isTomorrow ? 'tomorrow' : `on ${formatDayOfYear(timestamp)}`} ${time}`
}

export interface QuietLine {
  text: string
  /** Where something can be done about it. */
  href?: string
}

/** What a new shop has to set up still. */
export function setUpLines(
  { toSetUp }: Pick<Dashboard, 'toSetUp'>,
  whatsApp = settings.whatsApp,
): QuietLine[] {
  const lines = [
    toSetUp.includes('notices') && {
      text: 'Get notices on this device',
      href: `${paths.adminSettings}#notices`,
    },
    toSetUp.includes('couriers') && {
      text: 'Choose your couriers',
      href: `${paths.adminSettings}#couriers`,
    },
    whatsApp.endsWith('3000000000') && {
      text: 'Customers see a sample WhatsApp number. Ask whoever looks after the shop to enter yours.',
    },
  ]
  return lines.filter((line) => typeof line === 'object')
}
