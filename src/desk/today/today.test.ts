import { expect, test } from 'vitest'
import { deviceId } from '#admin/auth/device-id.ts'
import type { Dashboard } from '#admin/dashboard/dashboard.ts'
import type { Stages } from '#admin/order/stages.ts'
import { quietLines } from './quiet-lines.ts'
import { nextDue, setUpLines, todayLines } from './today.ts'

const WORK = {
  to_confirm: 36,
  waiting: 9,
  later: 2,
  to_pack: 40,
  needs_number: 40,
  to_ship: 0,
  to_tell: 44,
  not_delivered: 6,
  delivered: 900,
}

const linesOf = (
  stages: Stages['stages'],
  openRequests = 0,
  leases: Stages['leases'] = {},
  toDecide = 0,
) => todayLines({ stages, leases, toDecide }, openRequests)
const shown = (lines: { count: number; words: string }[]) =>
  lines.map(({ count, words }) => `${count} ${words}`).join(' · ')

test('rule 16.21: what is to be done stands in the order of the work, each where it is not 0', () => {
  expect(shown(linesOf(WORK, 1))).toBe(
    '36 to confirm · 9 waiting for a reply · 40 to pack · 40 without numbers · 44 to tell · 6 not delivered · 1 asks for help',
  )
  expect(linesOf({ delivered: 3, later: 1 })).toEqual([])
})

test('rule 16.21: each line leads to the rows that it counts', () => {
  const lines = linesOf({ to_confirm: 2, needs_number: 1, to_ship: 1 })
  expect(lines.map(({ href }) => href)).toEqual([
    '/admin/orders/run',
    '/admin/orders?stage=needs_number',
    '/admin/orders?stage=to_ship',
  ])
  const [help] = linesOf({}, 2)
  expect(help).toEqual({ count: 2, words: 'ask for help', href: '/admin/messages' })
})

test('rule 16.21: what the courier says came back is to check in', () => {
  expect(shown(linesOf({ came_back: 1, delivered: 3 }))).toBe('1 to check in')
})

test('rule 16.21: what is held is not forgotten', () => {
  expect(shown(linesOf({ held: 1, delivered: 3 }))).toBe('1 held')
})

test('rule 16.21: what another device has on its screen is counted apart, and what this one has is not', () => {
  const leases = { [deviceId()]: 1, 'another-phone': 2, 'a-laptop': 1 }
  expect(shown(linesOf({ to_confirm: 36 }, 0, leases))).toBe('33 to confirm')
  expect(linesOf({ to_confirm: 3 }, 0, leases)).toEqual([])
  const [elsewhere] = quietLines(CALM, { lastBackup: null, leases })
  expect(elsewhere?.text).toBe('3 to confirm on another device')
})

test('rule 16.21: there are at most seven lines', () => {
  const lines = linesOf({ ...WORK, to_ship: 1, came_back: 1 }, 1)
  expect(lines).toHaveLength(7)
  // A customer who asks for help is not left out.
  expect(lines.at(-1)?.words).toBe('asks for help')
})

test.each([
  [{ later: 2 }, '2 to decide'],
  [{ later: 5 }, '2 to decide, of 5 put off'],
])('rule 16.21: of %o two that had no answer three times are to be decided', (stages, words) => {
  const lines = linesOf(stages, 0, {}, 2)
  expect(shown(lines)).toBe(words)
  expect(lines[0]?.href).toBe('/admin/orders?stage=later')
})

test.each([
  [{ later: 1 }, '2026-11-27T11:00:00Z', '1 order is to confirm again at 4:00 PM.'],
  [
    { later: 2 },
    '2026-11-28T05:00:00Z',
    '2 orders are put off, the first is to confirm again tomorrow at 10:00 AM.',
  ],
  [
    { waiting: 1, later: 2 },
    '2026-11-30T05:00:00Z',
    'The next is to confirm again on Nov 30 at 10:00 AM. 2 are put off.',
  ],
  [
    { waiting: 7 },
    '2026-11-27T11:00:00Z',
    'Without a reply the first is to confirm again at 4:00 PM.',
  ],
  [{ later: 2 }, null, undefined, 2],
  [{ later: 3 }, '2026-11-27T11:00:00Z', '1 order is to confirm again at 4:00 PM.', 2],
  [{ to_confirm: 2 }, '2026-11-27T11:00:00Z', undefined],
])('rule 16.22: of %o, due %s, it says %s', (stages, nextDueAt, sentence, toDecide = 0) => {
  const now = new Date('2026-11-27T08:00:00Z')
  expect(nextDue({ stages, nextDueAt, toDecide }, now)).toBe(sentence)
})

const CALM: Dashboard = {
  totalOrders: 0,
  totalRevenue: 0,
  pendingOrders: 0,
  completedOrders: 0,
  revenue30: 0,
  revenuePrevious30: 0,
  days: [],
  openRequests: 0,
  pastRetention: 0,
  unsentCopies: 0,
  standingNotices: null,
  markedOrders: 0,
  untickedPayments: 0,
  paused: 0,
  toSetUp: [],
  databaseBytes: 1_000_000,
  databaseLimitMb: 500,
  recent: [],
}

test('rule 16.23: what looks odd, is paused, or is a warning stands below, and only while there is any', () => {
  const now = new Date('2026-11-27T08:00:00Z')
  const backup = { lastBackup: '2026-11-21T08:00:00Z', leases: {} }
  expect(quietLines(CALM, backup, now)).toEqual([])
  const lines = quietLines(
    {
      ...CALM,
      markedOrders: 1,
      untickedPayments: 2,
      paused: 2,
      pastRetention: 1,
      unsentCopies: 3,
    },
    backup,
    now,
  )
  expect(lines.map(({ text }) => text)).toEqual([
    '1 looks odd',
    '2 payments not ticked “In my bank”',
    '2 pauses',
    expect.stringContaining('1 order is older'),
    expect.stringContaining('3 order copies weren’t sent'),
  ])
})

test.each([
  [1, null, ['No backup was made yet. Ask whoever looks after the shop to make one.']],
  [
    1,
    '2026-11-20T08:00:00Z',
    ['The last backup is 7 days old. Ask whoever looks after the shop to make one.'],
  ],
  [1, '2026-11-20T09:00:00Z', []],
  [0, null, []],
])(
  'rule 16.27: with %i orders and the last backup of %s it says %o',
  (totalOrders, lastBackup, texts) => {
    const lines = quietLines(
      { ...CALM, totalOrders },
      { lastBackup, leases: {} },
      new Date('2026-11-27T08:00:00Z'),
    )
    expect(lines.map(({ text }) => text)).toEqual(texts)
  },
)

test('rule 16.24: a new shop reads what to set up, and each line goes when it is done', () => {
  const texts = (toSetUp: Dashboard['toSetUp'], whatsApp: string) =>
    setUpLines({ toSetUp }, whatsApp).map(({ text }) => text)
  expect(texts(['notices', 'couriers'], '923000000000')).toEqual([
    'Get notices on this device',
    'Choose your couriers',
    expect.stringContaining('WhatsApp number'),
  ])
  expect(texts(['couriers'], '923217654321')).toEqual(['Choose your couriers'])
  expect(texts([], '923217654321')).toEqual([])
})
