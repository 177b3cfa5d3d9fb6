/* A courier's file is applied whole or not at all, and once. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { aStatement, cash, type Line, type Money } from '#tests/support/statement-requests.ts'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, place, act, undoAct, erase, book, expectExactCounts } = openDatabase({
  beginAlike: true,
})

const [A, B, C] = ['NTH00001', 'NTH00002', 'NTH00003']
const TO_COLLECT = Math.round(anAttempt(1).total * 100)

beforeAll(async () => {
  for (const nth of [1, 2, 3]) {
    await place(anAttempt(nth))
    await book(`NTH0000${nth}`, {
      courier: 'postex',
      trackingNumber: `PX-${nth}`,
      status: 'shipped',
    })
  }
})

const compare = async (p: Row) => (await call(admin, 'admin_compare_statement', { p })).body

/** What a dry run says of each row, and then what is applied. */
const apply = async (lines: Line[], more: Row = {}): Promise<Row> => {
  const p = aStatement(lines, more)
  return { ...(await compare(p)), ...(await act('apply', p)).body }
}

/** Undoes a statement by its act, as its list names it. The result is that of the statement. */
async function undo(id: unknown): Promise<Row> {
  return (await undoAct(String((await statementOf(id))?.['request']))).body
}

const rowsOf = (body: Row) => body['rows'] as Row[]
const resultsOf = (body: Row) =>
  rowsOf(body).map(({ result, why }) => (why ? `${result} ${why}` : result))

async function parcelsOf(id: string): Promise<Row[]> {
  return (await call(admin, 'admin_order', { p_id: id })).body['parcels'] as Row[]
}
const parcelOf = async (id: string) => (await parcelsOf(id)).at(-1)

async function statementOf(id: unknown): Promise<Row | undefined> {
  const { body } = await call(admin, 'admin_statements', { p: {} })
  return (body['statements'] as Row[]).find((one) => one['id'] === id)
}

async function statesOf(ids: string[]): Promise<unknown[]> {
  const found: unknown[] = []
  for (const id of ids) found.push((await parcelOf(id))?.['state'])
  return found
}

async function everything(): Promise<unknown[]> {
  const tables = [
    'public.orders',
    'private.order_details',
    'private.order_audit',
    'private.parcels',
  ]
  const more = ['private.parcel_events', 'private.money_lines', 'private.statements']
  const rows: unknown[] = []
  for (const table of [...tables, ...more])
    rows.push(await sql(`select * from ${table} order by 1`))
  return rows
}

describe('rule 22.10: a line is about the parcel', () => {
  test.each<[string, Line, string]>([
    ['of its reference', { reference: A, state: 'delivered' }, 'changed'],
    [
      'of a reference as a file writes it',
      { reference: ' #nth0 0001', state: 'delivered' },
      'changed',
    ],
    ['of its number, with other spaces', { trackingNumber: 'px 1', state: 'delivered' }, 'changed'],
    ['of both', { reference: A, trackingNumber: 'PX1', state: 'delivered' }, 'changed'],
    ['of none', { reference: 'X', trackingNumber: 'PX9', state: 'delivered' }, 'unknown not_found'],
    ['of nothing', { state: 'delivered' }, 'unknown not_found'],
    ['of a pattern', { reference: 'NTH0000%', state: 'delivered' }, 'unknown not_found'],
    ['of a pattern as its number', { trackingNumber: '%', state: 'lost' }, 'unknown not_found'],
    [
      'of two orders',
      { reference: A, trackingNumber: 'PX2', state: 'delivered' },
      'conflict two_orders',
    ],
    [
      'with another number',
      { reference: A, trackingNumber: 'PX9', state: 'delivered' },
      'conflict other_number',
    ],
  ])('%s', async (_, line, result) => {
    const body = await apply([line])
    expect(resultsOf(body)).toEqual([result])
    expect((await parcelOf(A))?.['state']).toBe(result === 'changed' ? 'delivered' : 'handed_over')
  })

  test('of this courier only', async () => {
    const body = await apply(
      [
        { reference: A, state: 'delivered' },
        { trackingNumber: 'PX2', state: 'delivered' },
      ],
      {
        courier: 'tcs',
      },
    )
    expect(resultsOf(body)).toEqual(['conflict other_courier', 'conflict other_courier'])
  })

  test('and not of an order that was never booked, or of two that share a number', async () => {
    await place(anAttempt(4))
    await book(B, { trackingNumber: 'PX-1' })
    const body = await apply([
      { reference: 'NTH00004', state: 'delivered' },
      { trackingNumber: 'PX1', state: 'delivered' },
    ])
    expect(resultsOf(body)).toEqual(['conflict not_booked', 'conflict several'])
  })
})

describe('rule 22.11: a state moves parcel and order forward', () => {
  test.each<[string, string, Row]>([
    ['out_for_delivery', 'out_for_delivery', { status: 'shipped' }],
    ['attempt_failed', 'attempt_failed', { status: 'shipped' }],
    ['returning', 'returning', { status: 'shipped' }],
    ['delivered', 'delivered', { status: 'delivered' }],
    ['returned', 'returned', { status: 'cancelled', outcome: 'returned' }],
    ['lost', 'lost', { status: 'shipped' }],
    ['booked', 'handed_over', { status: 'shipped' }],
    ['cancelled', 'handed_over', { status: 'shipped' }],
  ])('%s', async (state, after, order) => {
    await apply([{ reference: A, state, word: 'As they say' }])
    const { body } = await call(admin, 'admin_order', { p_id: A })
    expect(body['order']).toMatchObject(order)
    expect(body['parcels']).toMatchObject([{ state: after }])
  })

  test.each([
    [['returning', 'delivered'], 'delivered', 'changed'],
    [['returned', 'delivered'], 'delivered', 'changed'],
    [['delivered', 'returning'], 'delivered', 'conflict delivered'],
    [['delivered', 'returned'], 'delivered', 'conflict delivered'],
    [['delivered', 'out_for_delivery'], 'delivered', 'unchanged behind'],
    [['attempt_failed', 'out_for_delivery'], 'out_for_delivery', 'changed'],
    [['out_for_delivery', 'attempt_failed'], 'attempt_failed', 'changed'],
    [['returned', 'attempt_failed'], 'returned', 'unchanged behind'],
    [['received_back', 'delivered'], 'received_back', 'conflict received_back'],
    [['lost', 'delivered'], 'lost', 'conflict lost'],
    [['delivered', 'delivered'], 'delivered', 'unchanged'],
  ])('%j', async ([first, second], state, result) => {
    await apply([{ reference: A, state: String(first) }])
    const body = await apply([{ reference: A, state: String(second), word: 'again' }])
    expect(resultsOf(body)).toEqual([result])
    expect((await parcelOf(A))?.['state']).toBe(state)
    await expectExactCounts()
  })

  test('the last of several in one file wins, in any order of the rows', async () => {
    const states = ['delivered', 'out_for_delivery', 'handed_over', 'returning']
    await apply(states.map((state) => ({ reference: A, state })))
    expect(await parcelOf(A)).toMatchObject({ state: 'delivered' })
    await apply([
      { reference: B, state: 'attempt_failed', at: '2026-11-20T10:00:00Z' },
      { reference: B, state: 'out_for_delivery', at: '2026-11-19T10:00:00Z' },
    ])
    expect(await parcelOf(B)).toMatchObject({ state: 'attempt_failed' })
  })

  test('a delivery that failed again has the newest reason, and undoing brings the former one back', async () => {
    const failed = (reason: string, day: number) =>
      apply([{ reference: A, state: 'attempt_failed', reason, at: `2026-11-${day}T10:00:00Z` }])
    await failed('no_answer', 20)
    const newer = await failed('address', 21)
    expect(resultsOf(newer)).toEqual(['changed'])
    expect(await parcelOf(A)).toMatchObject({ state: 'attempt_failed', reason: 'address' })
    for (const [reason, day] of [
      ['address', 22],
      ['refused', 20],
    ] as const)
      expect(resultsOf(await failed(reason, day))).toEqual(['unchanged'])
    expect(await parcelOf(A)).toMatchObject({ reason: 'address' })
    await undo(newer['statement'])
    expect(await parcelOf(A)).toMatchObject({ state: 'attempt_failed', reason: 'no_answer' })
  })

  test('a word without a state changes nothing', async () => {
    const before = await sql('select * from private.parcels order by id')
    const body = await apply([{ reference: A, word: 'Delivery Under Review' }])
    expect(resultsOf(body)).toEqual(['unchanged word'])
    expect(await sql('select * from private.parcels order by id')).toEqual(before)
  })

  test('a booking that the courier cancels makes its order one to pack', async () => {
    await book(A, { status: 'processing' })
    await apply([{ reference: A, state: 'cancelled' }])
    const { body } = await call(admin, 'admin_order', { p_id: A })
    expect(body['order']).toMatchObject({
      status: 'processing',
      booked: false,
      trackingNumber: null,
    })
    expect(body['parcels']).toMatchObject([{ state: 'cancelled', trackingNumber: 'PX-1' }])
  })

  test('a former parcel changes nothing of an order that was sent again', async () => {
    await book(A, { status: 'cancelled', outcome: 'returned' })
    await book(A, { status: 'pending', courier: null, trackingNumber: null })
    await book(A, { courier: 'postex', trackingNumber: 'PX-11' })
    const body = await apply([
      { trackingNumber: 'PX-1', state: 'received_back' },
      { trackingNumber: 'PX-1', state: 'delivered' },
    ])
    expect(resultsOf(body)).toEqual(['conflict sent_again', 'conflict sent_again'])
    await apply([{ trackingNumber: 'PX-1', state: 'received_back' }])
    expect(await parcelsOf(A)).toMatchObject([{ state: 'received_back' }, { state: 'booked' }])
    expect((await call(admin, 'admin_order', { p_id: A })).body['order']).toMatchObject({
      status: 'pending',
    })
  })

  test('an erased order keeps what it is', async () => {
    await book(A, { status: 'cancelled', outcome: 'returned' })
    await erase({ order: A })
    expect(resultsOf(await apply([{ reference: A, state: 'lost' }]))).toEqual(['conflict erased'])
    expect(
      resultsOf(await apply([{ reference: A, state: 'received_back', money: [cash(5)] }])),
    ).toEqual(['changed'])
  })
})

describe('rule 22.12: money is lines', () => {
  test('a parcel is paid upfront, by reserve, and reversed later, with fees that are negative', async () => {
    const first = await apply(
      [
        {
          reference: A,
          money: [cash(70_000), { kind: 'fee', amount: -19_500 }, { kind: 'tax', amount: -1 }],
        },
      ],
      { number: 'CPR 1', net: 50_500 },
    )
    expect(first).toMatchObject({ sum: 50_499, net: 50_500 })
    expect(rowsOf(first)).toMatchObject([{ result: 'money', cash: 70_000, toCollect: TO_COLLECT }])
    await apply([{ reference: A, money: [cash(TO_COLLECT - 70_000)] }], { number: 'CPR 2' })
    expect(await parcelOf(A)).toMatchObject({ paid: TO_COLLECT })
    await apply(
      [{ reference: A, money: [cash(-70_000), { kind: 'return_fee', amount: -25_000 }] }],
      { number: 'CPR 3' },
    )
    expect(await parcelOf(A)).toMatchObject({ paid: TO_COLLECT - 70_000 })
    expect((await parcelOf(A))?.['money']).toHaveLength(6)
  })

  test('the same parcel in several rows adds up, and cash above what is to collect is listed', async () => {
    const body = await apply([
      { reference: A, state: 'delivered', money: [cash(TO_COLLECT)] },
      { trackingNumber: 'PX1', money: [cash(100)] },
    ])
    expect(resultsOf(body)).toEqual(['changed', 'money'])
    const { body: read } = await call(admin, 'admin_statement', { p: { id: body['statement'] } })
    expect(read['lines']).toMatchObject([{ orderId: A, paid: TO_COLLECT + 100, overpaid: 100 }])
    const { body: figures } = await call(admin, 'admin_evening', { p: {} })
    expect(figures).toMatchObject({
      delivered: { parcels: 1, toCollect: TO_COLLECT },
      customersPaid: TO_COLLECT + 100,
    })
    await expectExactCounts()
  })

  test('a return fee on a paid parcel is booked although its state is in conflict', async () => {
    await apply([{ reference: A, state: 'delivered', money: [cash(TO_COLLECT)] }])
    const body = await apply([
      { reference: A, state: 'returned', money: [{ kind: 'return_fee', amount: -9_900 }] },
    ])
    expect(resultsOf(body)).toEqual(['conflict delivered'])
    expect(body['sum']).toBe(-9_900)
    expect(await parcelOf(A)).toMatchObject({ state: 'delivered', paid: TO_COLLECT })
  })

  // evening.test.ts has what files of many kinds sum to, on any days.
  test('rule 16.23: what brings money and has no tick is listed, as the dashboard counts it, with what came on which day', async () => {
    const files: Line[][] = [
      [{ reference: A, state: 'delivered', money: [cash(TO_COLLECT)] }],
      [{ reference: A, money: [cash(400, '2026-11-18'), cash(600), { kind: 'fee', amount: -7 }] }],
      [{ reference: B, state: 'attempt_failed' }],
    ]
    const ids: unknown[] = []
    for (const [nth, lines] of files.entries())
      ids.push((await apply(lines, { number: `CPR ${nth}`, dated: '2026-11-20' }))['statement'])
    const unticked = async () => {
      const { body } = await call(admin, 'admin_statements', { p: { unticked: true } })
      const rows = body['statements'] as Row[]
      expect((await call(admin, 'admin_dashboard', {})).body['untickedPayments']).toBe(rows.length)
      return rows.map(({ id }) => id)
    }
    expect(await unticked()).toEqual([ids[1], ids[0]])
    for (const nth of [0, 2]) await act('bank', { id: String(ids[nth]), inBank: true })
    expect(await unticked()).toEqual([ids[1]])
    expect(await statementOf(ids[1])).toMatchObject({
      ...{ customersPaid: 1_000, couriersKept: -7, came: 993 },
      days: [
        { day: '2026-11-18', came: 400 },
        { day: '2026-11-20', came: 593 },
      ],
    })
    expect(await statementOf(ids[2])).toMatchObject({ came: 0, days: [] })
    await undo(ids[1])
    expect(await unticked()).toEqual([])
  })
})

test('rule 22.41: a dry run says of each row and of all what customers paid, the courier keeps and what comes, as the list does then', async () => {
  const fee = (amount: number): Money => ({ kind: 'fee', amount })
  const p = aStatement(
    [
      { reference: A, money: [cash(79_900), fee(-15_000), { kind: 'tax', amount: -5_880 }] },
      { reference: B, money: [{ kind: 'return_fee', amount: -9_900 }] },
      { reference: C, state: 'delivered' },
      { reference: 'X', money: [cash(50_000), fee(-700)] },
    ],
    { net: 49_120 + 49_300 },
  )
  const { rows, paid } = await compare(p)
  expect((rows as Row[]).map(({ cash: amount, kept }) => [amount, kept])).toEqual([
    [79_900, -20_880],
    [undefined, -9_900],
    [undefined, undefined],
    [50_000, -700],
  ])
  const { statement } = (await act('apply', p)).body
  expect(paid).toEqual({
    customersPaid: 79_900,
    couriersKept: -30_780,
    unlisted: 49_300,
    came: 98_420,
  })
  expect(await statementOf(statement)).toMatchObject(paid as Row)
})

describe('rule 22.13: a file is saved once', () => {
  const lines = [{ reference: A, money: [cash(70_000)] }]

  test.each<[string, Row, Row]>([
    ['by its digest, whatever it is called', { fileName: 'other.csv' }, {}],
    ['by its number, with other lines', { number: 'CPR-1', digest: 'a'.repeat(64) }, {}],
    ['by its amounts, where it has no number', { digest: 'a'.repeat(64) }, { similar: true }],
  ])('%s', async (_, change, more) => {
    const { statement } = await apply(lines, change['number'] ? { number: 'cpr 1' } : {})
    const again = { ...aStatement(lines), ...change }
    const known = { ok: false, code: 'statement_known', statement, ...more }
    expect((await act('apply', again)).body).toEqual({ id: again.id, ...known })
    expect(await compare(again)).toEqual(known)
    expect(await parcelOf(A)).toMatchObject({ paid: 70_000 })
  })

  test('two numbers are two files, and so are two couriers', async () => {
    await apply(lines, { number: 'CPR 1' })
    expect(await apply(lines, { number: 'CPR 2', digest: 'a'.repeat(64) })).toMatchObject({
      ok: true,
    })
    expect(await apply(lines, { courier: 'tcs' })).toMatchObject({ ok: true })
    expect(await parcelOf(A)).toMatchObject({ paid: 140_000 })
  })

  test('what took the place of another one is known when it is sent again', async () => {
    const { statement: former } = await apply(lines)
    const p = aStatement(lines, { replaces: former, digest: 'a'.repeat(64) })
    const { statement } = (await act('apply', p)).body
    expect(await compare(p)).toEqual({ ok: false, code: 'statement_known', statement })
  })

  test('a corrected file replaces it: one row changed is one row corrected', async () => {
    const file = (amount: number) => [
      { reference: A, state: 'delivered', money: [cash(TO_COLLECT)] },
      { reference: B, state: 'delivered', money: [cash(amount)] },
    ]
    const { statement } = await apply(file(1_000))
    const history = await sql('select tracking_history from public.orders order by id')
    const body = await apply(file(2_000), { replaces: statement })
    expect(resultsOf(body)).toEqual(['unchanged', 'money'])
    expect(await parcelOf(A)).toMatchObject({ paid: TO_COLLECT })
    expect(await parcelOf(B)).toMatchObject({ paid: 2_000 })
    expect(await sql('select tracking_history from public.orders order by id')).toEqual(history)
    expect(body['former']).toEqual({ sum: TO_COLLECT + 1_000, costs: 0 })
  })

  test('what takes its place keeps the tick, and undoing it brings the former one back', async () => {
    const fee = { kind: 'fee', amount: -500, dated: '2026-11-20' } as const
    const { statement: former } = await apply(
      [
        { reference: A, state: 'delivered', word: 'ok', money: [cash(TO_COLLECT), fee] },
        { reference: B, state: 'attempt_failed', reason: 'refused', money: [cash(1_000)] },
      ],
      { number: 'TCS-889/26' },
    )
    await act('bank', { id: String(former), inBank: true })
    const before = {
      parcels: [await parcelOf(A), await parcelOf(B)],
      of: await statementOf(former),
    }
    expect(before.of).toMatchObject({ number: 'TCS-889/26', came: TO_COLLECT + 500 })
    const { statement } = await apply([{ reference: A, state: 'delivered', money: [cash(700)] }], {
      number: 'TCS 889/26',
      replaces: former,
    })
    expect(await statementOf(statement)).toMatchObject({ inBankAt: before.of?.['inBankAt'] })
    expect(await parcelOf(A)).toMatchObject({ paid: 700 })
    expect(await undo(statement)).toMatchObject({ ok: true, left: [], restored: former })
    expect(await statementOf(former)).toEqual(before.of)
    const sums = ({ state, paid, reason }: Row) => ({ state, paid, reason })
    expect(sums((await parcelOf(A)) ?? {})).toEqual(sums(before.parcels[0] ?? {}))
    expect(sums((await parcelOf(B)) ?? {})).toEqual(sums(before.parcels[1] ?? {}))
    await expectExactCounts()
  })

  test('the former one stays undone where another one has its number meanwhile', async () => {
    const { statement: former } = await apply(lines, { number: '1' })
    const { statement } = await apply(lines, {
      number: '2',
      digest: 'a'.repeat(64),
      replaces: former,
    })
    await apply([{ reference: B, money: [cash(5)] }], { number: '1' })
    expect(await undo(statement)).not.toHaveProperty('restored')
    expect(await parcelOf(A)).toMatchObject({ paid: 0 })
  })

  test('a dry run responds as the run and changes nothing', async () => {
    const p = aStatement([
      { reference: A, state: 'delivered', money: [cash(70_000)] },
      { reference: B, state: 'returned', reason: 'refused' },
      { reference: 'X', money: [cash(5)] },
    ])
    const before = await everything()
    const { rows, ...dry } = await compare(p)
    expect(await everything()).toEqual(before)
    const { statement, counts, ...run } = (await act('apply', p)).body
    expect({ id: p.id, ...dry }).toEqual(run)
    expect([rows, counts]).toMatchObject([
      [{ result: 'changed' }, { result: 'changed' }, { result: 'unknown' }],
      { changed: 2, unknown: 1 },
    ])
    expect(statement).toBeTypeOf('number')
    expect(run['sum']).toBe(70_000)
  })

  test.each<[string, Row]>([
    ['a field that is not known', { appliedBy: 'me' }],
    ['a courier that is none', { courier: '../postex' }],
    ['a digest that is none', { digest: 'A'.repeat(64) }],
    ['no list of lines', { lines: {} }],
    ['a day as a word', { dated: 'infinity' }],
    ['a day in words', { dated: '27 Nov 2026' }],
    ['a day that is none', { dated: '2026-02-31' }],
    ['a line that is none', { lines: [null] }],
    ['more than 6,000 lines', { lines: Array.from({ length: 6_001 }, (_, row) => ({ row })) }],
    ...Object.entries({
      'another field': { amount: 5 },
      'an unknown state': { state: 'sold' },
      'a reason that is none': { reason: "'; drop table private.parcels --" },
      'a long reference': { reference: 'X'.repeat(301) },
      'a date that is none': { state: 'delivered', at: 'soon' },
      'a date as a word': { state: 'delivered', at: '-infinity' },
      'no list of amounts': { money: null },
      'an amount of a day as a word': { money: [{ ...cash(1), dated: 'tomorrow' }] },
      'an amount with a fraction': { money: [cash(0.5)] },
      'an amount as text': { money: [{ kind: 'cash', amount: '1' }] },
      'an amount beyond all': { money: [cash(1e11)] },
      'an unknown kind': { money: [{ kind: 'tip', amount: 5 }] },
    }).map(([fact, line]): [string, Row] => [
      `${fact} in a line`,
      { lines: [{ row: 1, reference: A, ...line }] },
    ]),
  ])('one with %s is refused whole', async (_, change) => {
    const before = await everything()
    const p = { ...aStatement(lines), ...change }
    expect((await act('apply', p)).body['ok']).toBe(false)
    expect((await compare(p))['ok']).toBe(false)
    expect(await everything()).toEqual(before)
  })

  test.each(['private.statements', 'private.money_lines'])(
    'none leaves a day without end in %s, however it is written',
    async (table) => {
      await apply(lines)
      await expect(sql(`update ${table} set dated = 'infinity' where true`)).rejects.toMatchObject({
        code: '23514',
      })
    },
  )
})

describe('rule 22.14: a file is undone', () => {
  test('money goes, and states go back where nothing newer happened', async () => {
    await book(C, { status: 'processing' })
    const before = await statesOf([A, B, C])
    const { statement } = await apply([
      { reference: A, state: 'delivered', money: [cash(TO_COLLECT)] },
      { reference: B, state: 'attempt_failed', reason: 'refused' },
      { reference: C, state: 'returned' },
    ])
    await book(B, { status: 'delivered' })
    const undone = await undo(statement)
    expect(undone).toEqual({
      id: String(statement),
      ok: true,
      left: [{ orderId: B, why: 'changed_since' }],
    })
    expect(await statesOf([A, B, C])).toEqual([before[0], 'delivered', before[2]])
    const { body } = await call(admin, 'admin_order', { p_id: C })
    expect(body['order']).toMatchObject({
      status: 'processing',
      trackingNumber: 'PX-3',
      courier: 'postex',
    })
    expect(await undo(statement)).toEqual(undone)
    await expectExactCounts()
  })

  test('a booking that comes back by it has the cash of its order as it is now', async () => {
    await book(C, { status: 'processing' })
    const { statement } = await apply([{ reference: C, state: 'cancelled' }])
    const [order] = await sql('select version, total from public.orders where id = $1', [C])
    await act('correct', { id: C, version: order?.['version'], advance: 100 })
    await undo(statement)
    const toCollect = Math.round(Number(order?.['total']) * 100) - 100_00
    expect(await parcelOf(C)).toMatchObject({ state: 'booked', isCurrent: true, toCollect })
  })

  test('and may be applied again', async () => {
    const lines = [{ reference: A, state: 'delivered', money: [cash(TO_COLLECT)] }]
    const { statement } = await apply(lines, { number: '1' })
    await undo(statement)
    expect(await apply(lines, { number: '1' })).toMatchObject({
      ok: true,
      rows: [{ result: 'changed' }],
    })
    const { body } = await call(admin, 'admin_statements', { p: {} })
    expect(body['statements']).toMatchObject([
      { came: TO_COLLECT, parcels: 1, undoneAt: null },
      { id: statement, came: 0, parcels: 0, undoneAt: expect.any(String) },
    ])
  })

  test('of two states of one parcel the older says what it was before', async () => {
    const failed = { reference: A, state: 'attempt_failed' }
    const { statement: former } = await apply([failed])
    const lines = [failed, { reference: A, state: 'returned' }]
    const { statement } = await apply(lines, { replaces: former })
    expect((await call(admin, 'admin_order', { p_id: A })).body).toMatchObject({
      order: { status: 'cancelled', outcome: 'returned' },
    })
    await undo(statement)
    expect(await statesOf([A])).toEqual(['attempt_failed'])
    expect(await undo(former)).toMatchObject({ ok: true, left: [] })
    expect((await call(admin, 'admin_order', { p_id: A })).body).toMatchObject({
      order: { status: 'shipped', outcome: null },
      parcels: [{ state: 'handed_over' }],
    })
    await expectExactCounts()
  })

  test('as long as applying takes: more than the 8 seconds of a signed-in call', async () => {
    const rows = await sql(
      `select proname as name from pg_proc where proconfig @> '{statement_timeout=30s}' order by 1`,
    )
    const names = ['admin_act', 'admin_compare_statement', 'admin_undo_act']
    expect(rows).toEqual(names.map((name) => ({ name })))
  })

  test('what an order that was sent again since was, stays', async () => {
    const { statement } = await apply([{ reference: A, state: 'returned' }])
    await book(A, { status: 'pending', courier: null, trackingNumber: null })
    expect(await undo(statement)).toMatchObject({
      left: [{ orderId: A, why: 'changed_since' }],
    })
  })
})

describe('rule 22.55: a parcel without a number gets that of the lines which name its order', () => {
  const D = 'NTH00004'
  const numberOf = async (id: string) => (await parcelOf(id))?.['trackingNumber'] ?? null
  const numbers = (...lines: Line[]) =>
    lines.map(({ trackingNumber = 'PX-4', ...line }) => ({ reference: D, trackingNumber, ...line }))

  beforeEach(async () => {
    await place(anAttempt(4))
    await book(D, { courier: 'postex' })
  })

  test('in the act that saves its state, and the order has it too', async () => {
    const body = await apply([
      ...numbers({ state: 'handed_over' }),
      { reference: A, trackingNumber: 'PX1', state: 'delivered' },
    ])
    expect(rowsOf(body)).toMatchObject([
      { result: 'changed', number: 'PX-4' },
      { result: 'changed' },
    ])
    expect(rowsOf(body)[1]).not.toHaveProperty('number')
    expect(body['numbered']).toBe(1)
    expect((await call(admin, 'admin_order', { p_id: D })).body).toMatchObject({
      order: { status: 'shipped', trackingNumber: 'PX-4' },
      parcels: [{ state: 'handed_over', trackingNumber: 'PX-4' }],
    })
  })

  test('alone, and is a parcel of the file', async () => {
    const body = await apply(numbers({}))
    expect(resultsOf(body)).toEqual(['number'])
    expect(await statementOf(body['statement'])).toMatchObject({ parcels: 1, came: 0 })
    await expectExactCounts()
  })

  test.each<[string, Line[]]>([
    ['two numbers', numbers({}, { trackingNumber: 'PX-5' })],
    ['a number of another order', numbers({ trackingNumber: 'px 1' })],
    ['the id of an order', numbers({ trackingNumber: A })],
    ['what is none', numbers({ trackingNumber: '“4”' })],
    ['none', [{ reference: D, state: 'booked' }]],
  ])('and none by %s', async (_, lines) => {
    expect((await apply(lines))['numbered']).toBe(0)
    expect(await numberOf(D)).toBeNull()
  })

  test('and none by a number that stands beside two orders', async () => {
    await place(anAttempt(5))
    await book('NTH00005', { courier: 'postex' })
    await apply(numbers({}, { reference: 'NTH00005' }))
    expect([await numberOf(D), await numberOf('NTH00005')]).toEqual([null, null])
  })

  test('undoing takes it back, where nothing newer happened', async () => {
    const before = await numberOf(A)
    const { statement } = await apply([
      ...numbers({ state: 'handed_over' }),
      { reference: A, money: [cash(5)] },
    ])
    expect(await undo(statement)).toMatchObject({ ok: true, left: [] })
    expect(await numberOf(D)).toBeNull()
    expect(await statesOf([D])).toEqual(['booked'])
    expect(await numberOf(A)).toBe(before)
    await expectExactCounts()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['its order was shipped', () => book(D, { status: 'shipped' })],
    ['it was corrected', () => book(D, { trackingNumber: 'PX-44' })],
    [
      'another file says more of it',
      () => apply([{ trackingNumber: 'PX-4', state: 'attempt_failed' }]),
    ],
    ['another file pays it', () => apply([{ trackingNumber: 'PX-4', money: [cash(5)] }])],
  ])('undoing leaves and names it, where %s since', async (_, happens) => {
    const { statement } = await apply(numbers({}))
    await happens()
    const number = await numberOf(D)
    expect(number).not.toBeNull()
    const left = (await undo(statement))['left']
    expect(await numberOf(D)).toBe(number)
    expect(left).toEqual(expect.arrayContaining([{ orderId: D, why: 'changed_since' }]))
  })

  test('what takes the place of a file keeps its numbers, and gives them back with it', async () => {
    const { statement: former } = await apply(numbers({}), { number: '1' })
    const { statement } = await apply(numbers({ money: [cash(5)] }), {
      ...{ number: '1', replaces: former },
    })
    expect(await numberOf(D)).toBe('PX-4')
    expect(await undo(statement)).toMatchObject({ restored: former, left: [] })
    expect(await numberOf(D)).toBe('PX-4')
    expect(await undo(former)).toMatchObject({ ok: true, left: [] })
    expect(await numberOf(D)).toBeNull()
  })

  test('erasing its customer takes it along, and nothing of the file brings it back', async () => {
    const { statement } = await apply(numbers({ state: 'delivered' }))
    await erase({ order: D })
    expect(await numberOf(D)).toBeNull()
    await undo(statement)
    expect(await numberOf(D)).toBeNull()
    expect(
      await sql("select from private.statements where to_jsonb(statements)::text like '%PX-4%'"),
    ).toEqual([])
  })
})

test('rule 22.19: erasing takes number and words of the parcels along', async () => {
  await apply([{ reference: A, state: 'delivered', word: 'Handed to her brother Bilal' }])
  await erase({ order: A })
  expect(await parcelOf(A)).toMatchObject({
    trackingNumber: null,
    events: [{ word: null }, { word: null }],
  })
  const left = await sql("select from private.parcel_events where word like '%Bilal%'")
  expect(left).toEqual([])
})

test('the log of an order says what happened to its parcel', async () => {
  await apply([{ reference: A, state: 'attempt_failed' }])
  const { body } = await call(admin, 'admin_order', { p_id: A })
  expect((body['changes'] as Row[]).at(-1)).toMatchObject({
    actor: 'admin',
    before: { parcel: 'handed_over' },
    after: { parcel: 'attempt_failed' },
  })
})
