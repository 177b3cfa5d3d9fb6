/* What the dashboard begins with: the work of today (docs/product.md, rules 16.21 to 16.24). */
import {
  type Dashboard,
  formatCopyNotice,
  formatDatabaseNotice,
  formatNoticesNotice,
  formatRetentionNotice,
} from '#admin/dashboard/dashboard.ts'
import { formatUpTo1000 } from '#admin/order/orders.ts'
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

/** The order of the work. */
const STAGE_LINES: [stage: Stage, words: string, href?: string][] = [
  ['to_confirm', 'to confirm', paths.adminRun],
  ['waiting', 'waiting for a reply'],
  ['to_pack', 'to pack'],
  ['needs_number', 'without numbers', paths.adminParcels],
  ['to_ship', 'to ship', paths.adminParcels],
  ['to_tell', 'to tell', paths.adminTell],
  ['not_delivered', 'not delivered', paths.adminNotDelivered],
  ['came_back', 'came back', paths.adminCameBack],
]

const MOST_LINES = 7

/** What is to be done now, the next step first. */
export function todayLines({ stages }: Pick<Stages, 'stages'>, openRequests: number): TodayLine[] {
  const lines = STAGE_LINES.map(([stage, words, href = `${paths.adminOrders}?stage=${stage}`]) => ({
    count: stages[stage] ?? 0,
    words,
    href,
  }))
  const help = openRequests === 1 ? 'asks for help' : 'ask for help'
  return [...lines, { count: openRequests, words: help, href: paths.adminMessages }]
    .filter(({ count }) => count > 0)
    .slice(0, MOST_LINES)
}

/** What comes next, and when; undefined where nothing is put off. */
export function nextDue({ stages, nextDueAt }: Stages, now = new Date()): string | undefined {
  const count = (stages.later ?? 0) + (stages.waiting ?? 0)
  if (count === 0 || !nextDueAt) return undefined
  const moment = comingMoment(nextDueAt, now)
  if (count === 1) return `1 order is due ${moment}.`
  return `${count} orders come later, the first ${moment}.`
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

/** What can wait, or is done elsewhere. */
export function quietLines(dashboard: Dashboard, now = new Date()): QuietLine[] {
  const { markedOrders, paused } = dashboard
  const marked = formatUpTo1000(markedOrders)
  const warnings = [
    formatNoticesNotice(dashboard, now),
    formatRetentionNotice(dashboard),
    formatDatabaseNotice(dashboard),
    formatCopyNotice(dashboard),
  ]
  return [
    ...(markedOrders > 0
      ? [
          {
            text: `${marked} ${markedOrders === 1 ? 'looks' : 'look'} odd`,
            href: paths.adminMarked,
          },
        ]
      : []),
    ...(paused > 0 ? [{ text: `${paused} paused`, href: paths.adminProducts }] : []),
    ...warnings.filter((text) => text !== undefined).map((text) => ({ text })),
  ]
}

/** What a new shop has to set up still. */
export function setUpLines(
  { toSetUp }: Pick<Dashboard, 'toSetUp'>,
  whatsApp = settings.whatsApp,
): QuietLine[] {
  const isSample = whatsApp.endsWith('3000000000')
  return [
    ...(toSetUp.includes('notices')
      ? [{ text: 'Get notices on this phone', href: `${paths.adminSettings}#notices` }]
      : []),
    ...(toSetUp.includes('couriers')
      ? [{ text: 'Choose your couriers', href: `${paths.adminSettings}#couriers` }]
      : []),
    ...(isSample
      ? [{ text: 'Set your WhatsApp number: whatsApp in src/config/settings.ts is a sample' }]
      : []),
  ]
}
