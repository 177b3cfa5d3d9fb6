/* The figures of the evening equal an oracle that knows nothing of the database. */
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dayOf, Oracle, type OracleLine, type State } from '#tests/support/money-oracle.ts'
import { anAttempt } from '#tests/support/order-factories.ts'
import { randomFrom, timesFactor } from '#tests/support/random-run.ts'
import { aStatement, cash } from '#tests/support/statement-requests.ts'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, place, act, undoAct, book, withoutTriggers, expectExactCounts } = openDatabase()

const PARCELS = 120
const FILES = 10 * timesFactor
const LINES = 100
const STATES: State[] = [
  'booked',
  'handed_over',
  'out_for_delivery',
  'attempt_failed',
  'returning',
  'returned',
  'received_back',
  'delivered',
  'delivered',
  'lost',
]

const idOf = (parcel: number) => `NTH${String(parcel + 1).padStart(5, '0')}`

test('rule 22.17: after 1,000 lines, with acts of the desk and files undone, the evening equals an oracle', {
  timeout: 600_000,
}, async () => {
  const random = randomFrom(Number(process.env['RANDOM_SEED'] ?? 26))
  const below = (end: number) => Math.floor(random() * end)
  const [{ now } = { now: '' }] = await sql<{ now: string }>('select now()::text as now')
  const start = Date.parse(now)
  const oracle = new Oracle(start)
  /** By the statements that they applied. */
  const requests = new Map<number, string>()
  for (let parcel = 0; parcel < PARCELS; parcel += 1) {
    await place(anAttempt(parcel + 1))
    const isBooked = parcel % 4 === 0
    await book(idOf(parcel), { courier: 'postex', ...(!isBooked && { status: 'shipped' }) })
    oracle.add(Math.round(anAttempt(parcel + 1).total * 100), isBooked ? 'booked' : 'handed_over')
  }

  async function expectFigures() {
    const days = [below(60), below(60)]
      .toSorted((a, b) => b - a)
      .map((age) => dayOf(start - age * 86_400_000))
    const ranges = [
      [days[0], days[1]],
      [undefined, undefined],
    ]
    for (const [from, until] of ranges) {
      const { body } = await call(admin, 'admin_evening', { p: { from, until } })
      const { advancesToPayBack, claims, ...figures } = body
      expect({ ...figures, lost: (claims as Row[]).length }).toEqual(
        oracle.figures(from ?? '0000', until ?? '9999'),
      )
      expect(advancesToPayBack).toEqual([])
    }
  }

  const aLine = (): OracleLine => {
    const at = start - below(50 * 86_400) * 1000
    const amounts = ['cash', 'cash', 'fee', 'tax', 'return_fee', 'adjustment']
    const money = Array.from({ length: below(3) }, () => {
      const kind = amounts[below(amounts.length)] ?? 'cash'
      return { kind, amount: (below(9) < 2 ? -1 : 1) * (1 + below(90_000)), dated: dayOf(at) }
    })
    // Final states are rare, or little would move.
    const state = STATES[below(below(12) === 0 ? STATES.length : 6)]
    return { parcel: below(PARCELS), at, money, ...(below(3) > 0 && state && { state }) }
  }

  for (let file = 0; file < FILES; file += 1) {
    const lines = Array.from({ length: LINES }, aLine)
    const sum = lines.flatMap(({ money }) => money).reduce((all, { amount }) => all + amount, 0)
    const dated = dayOf(start - below(50) * 86_400_000)
    // Some files say what they pay, and some of these have lines of parcels that nothing knows.
    const net = [undefined, sum, sum + below(90_000)][below(3)]
    const p = {
      dated,
      net,
      id: '',
      courier: 'postex',
      number: `CPR ${file}`,
      digest: createHash('sha256').update(String(file)).digest('hex'),
      fileName: 'file.csv',
      lines: lines.map(({ parcel, at, ...line }, row) => ({
        row,
        reference: idOf(parcel),
        at: new Date(at).toISOString(),
        ...line,
      })),
    }
    const request = randomUUID()
    const { body } = await act('apply', p, request)
    requests.set(Number(body['statement']), request)
    expect(body['sum']).toBe(sum)
    oracle.apply(Number(body['statement']), lines, { dated, net })

    for (let nth = 0; nth < 2; nth += 1) {
      const what = (['received_back', 'lost', 'found'] as const)[below(3)] ?? 'found'
      const parcel = below(PARCELS)
      await act('check_in', { id: idOf(parcel), act: what })
      oracle.checkIn(parcel, what)
    }
    const ids = [...oracle.statements.keys()]
    const id = ids[below(ids.length)]
    if (below(3) === 0 && id !== undefined) {
      await undoAct(requests.get(id) ?? '')
      oracle.undo(id)
    } else if (id !== undefined) {
      const statement = oracle.statements.get(id)
      if (statement) statement.isInBank = !statement.isInBank
      await act('bank', { id: String(id), inBank: statement?.isInBank })
    }
    if (file % 5 === 4) await expectFigures()
  }
  await expectExactCounts()
})

test('rule 22.17: unpaid cash stands by the days since its delivery, each age to its last day', async () => {
  const ages = [7, 8, 14, 15, 30, 31]
  const [{ now } = { now: '' }] = await sql<{ now: string }>('select now()::text as now')
  for (const nth of ages.keys()) {
    await place(anAttempt(nth + 1))
    await book(idOf(nth), { courier: 'postex', status: 'shipped' })
  }
  const lines = ages.map((age, nth) => ({
    reference: idOf(nth),
    state: 'delivered',
    at: new Date(Date.parse(now) - age * 86_400_000).toISOString(),
  }))
  await act('apply', aStatement(lines))
  const { body } = await call(admin, 'admin_evening', { p: {} })
  expect((body['unpaid'] as Row[]).map(({ age, parcels }) => [age, parcels])).toEqual([
    ['0-7', 1],
    ['8-14', 2],
    ['15-30', 2],
    ['30+', 1],
  ])
})

test('rule 22.18: advances of cancelled orders are to be paid back, lost parcels are claimed until they are paid', async () => {
  for (const nth of [1, 2, 3]) await place(anAttempt(nth))
  await withoutTriggers(`
    insert into private.order_details (order_id, advance, end_reason)
    values ('NTH00001', 500, null), ('NTH00002', 300.5, null), ('NTH00003', 200, 'joined')`)
  await book('NTH00001', { status: 'cancelled' })
  await withoutTriggers("update public.orders set status = 'cancelled' where id = 'NTH00003'")
  await book('NTH00002', { courier: 'tcs', trackingNumber: 'TCS 2', status: 'shipped' })
  await act('check_in', { id: 'TCS 2', act: 'lost' })
  const pay = (amount: number) =>
    act(
      'apply',
      aStatement([{ trackingNumber: 'TCS 2', money: [cash(amount)] }], { courier: 'tcs' }),
    )
  await pay(10_000)
  const left = Math.round(anAttempt(2).total * 100) - 30_050 - 10_000
  const { body } = await call(admin, 'admin_evening', { p: {} })
  expect(body).toMatchObject({
    advancesToPayBack: [{ orderId: 'NTH00001', fullName: expect.any(String), amount: 50_000 }],
    claims: [
      {
        orderId: 'NTH00002',
        courier: 'tcs',
        trackingNumber: 'TCS 2',
        toCollect: left,
      },
    ],
  })
  await pay(left)
  expect((await call(admin, 'admin_evening', { p: {} })).body).toMatchObject({ claims: [] })
  const refused = await call(admin, 'admin_evening', { p: { from: 'soon' } })
  expect(refused.body).toMatchObject({ ok: false })
})
