/*
 * What a courier's files and the returns desk do to parcels, written down by hand and without the database: the
 * oracle of tests/database/desk/evening.test.ts.
 */
export type State =
  | 'booked'
  | 'handed_over'
  | 'out_for_delivery'
  | 'attempt_failed'
  | 'returning'
  | 'returned'
  | 'received_back'
  | 'delivered'
  | 'lost'

export interface OracleLine {
  parcel: number
  state?: State
  at: number
  money: { kind: string; amount: number; dated: string }[]
}

interface Parcel {
  state: State
  toCollect: number
  stateAt: number
  handedOverAt: number | undefined
  endedAt: number | undefined
}

interface Happened {
  parcel: number
  statement: number | undefined
  before: Parcel
}

interface Statement {
  isInBank: boolean
  dated: string
  /** What the file says that it pays. */
  net: number | undefined
  money: { parcel: number; kind: string; amount: number; dated: string }[]
}

const WAY: State[] = [
  'booked',
  'handed_over',
  'out_for_delivery',
  'returning',
  'returned',
  'received_back',
]
const CAME_BACK: State[] = ['returned', 'received_back']
const ON_THE_ROAD: State[] = ['handed_over', 'out_for_delivery', 'attempt_failed']

const rankOf = (state: State) => {
  if (state === 'delivered') return WAY.length
  if (state === 'lost') return WAY.length + 1
  return WAY.indexOf(state === 'attempt_failed' ? 'out_for_delivery' : state)
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The day in Karachi, which is five hours ahead all year. */
export const dayOf = (moment: number) => new Date(moment + 5 * 3_600_000).toISOString().slice(0, 10)

export class Oracle {
  parcels: Parcel[] = []
  statements = new Map<number, Statement>()
  private happened: Happened[] = []
  private readonly now: number

  constructor(now: number) {
    this.now = now
  }

  add(toCollect: number, state: 'booked' | 'handed_over') {
    const handedOverAt = state === 'booked' ? undefined : this.now
    this.parcels.push({ state, toCollect, stateAt: this.now, handedOverAt, endedAt: undefined })
  }

  apply(id: number, lines: OracleLine[], { dated, net }: Pick<Statement, 'dated' | 'net'>) {
    const winners = new Map<number, OracleLine>()
    for (const line of lines) {
      const best = winners.get(line.parcel)
      if (line.state && (!best || this.isLater(line, best))) winners.set(line.parcel, line)
    }
    for (const { parcel, state, at } of winners.values()) {
      if (state && this.mayMove(this.at(parcel), state, at)) this.move(parcel, state, at, id)
    }
    const money = lines.flatMap(({ parcel, money }) => money.map((one) => ({ parcel, ...one })))
    this.statements.set(id, { isInBank: false, dated, net, money })
  }

  undo(id: number) {
    this.statements.delete(id)
    for (const one of this.happened.filter(({ statement }) => statement === id).toReversed()) {
      const last = this.happened.findLast(({ parcel }) => parcel === one.parcel)
      if (last !== one) continue
      this.parcels[one.parcel] = one.before
      this.happened.splice(this.happened.indexOf(one), 1)
    }
  }

  checkIn(parcel: number, act: 'received_back' | 'lost' | 'found') {
    const { state } = this.at(parcel)
    // No courier has had it.
    if (state === 'booked') return
    if (act === 'found') {
      if (state === 'lost') this.move(parcel, 'handed_over', this.now)
    } else if (act === 'lost') {
      if (!['lost', 'delivered', 'received_back'].includes(state))
        this.move(parcel, 'lost', this.now)
    } else if (state !== act) this.move(parcel, act, this.now)
  }

  figures(from: string, until: string) {
    const isWithin = (moment: number | undefined) =>
      moment !== undefined && dayOf(moment) >= from && dayOf(moment) <= until
    const parcels = this.parcels.map((parcel, nth) => ({
      ...parcel,
      paid: this.cashOf(nth),
    }))
    const total = (found: typeof parcels) => ({
      parcels: found.length,
      toCollect: sum(found.map(({ toCollect }) => toCollect)),
    })
    const delivered = parcels.filter(({ state }) => state === 'delivered')
    const then = delivered.filter(({ endedAt }) => isWithin(endedAt))
    const back = parcels.filter(
      ({ state, endedAt }) => CAME_BACK.includes(state) && isWithin(endedAt),
    )
    const early = parcels.filter(({ state, paid }) => state !== 'delivered' && paid !== 0)
    const isThen = (day: string) => day >= from && day <= until
    const statements = [...this.statements.values()]
    const ofThen = ({ money }: Statement) => money.filter(({ dated }) => isThen(dated))
    const unlistedOf = ({ money, dated, net }: Statement) =>
      net === undefined || !isThen(dated) ? 0 : net - sum(money.map(({ amount }) => amount))
    const paidBy = (kind: string) =>
      sum(
        statements.flatMap((one) =>
          ofThen(one).map((line) => (line.kind === kind ? line.amount : 0)),
        ),
      )
    const cameOf = (wanted: boolean) =>
      sum(
        statements
          .filter(({ isInBank }) => isInBank === wanted)
          .map((one) => sum(ofThen(one).map(({ amount }) => amount)) + unlistedOf(one)),
      )
    const costs = {
      fees: paidBy('fee'),
      taxes: paidBy('tax'),
      returnFees: paidBy('return_fee'),
      adjustments: paidBy('adjustment'),
    }
    return {
      handedOver: total(parcels.filter(({ handedOverAt }) => isWithin(handedOverAt))),
      delivered: total(then),
      onTheRoad: total(parcels.filter(({ state }) => ON_THE_ROAD.includes(state))),
      customersPaid: paidBy('cash'),
      couriersKept: sum(Object.values(costs)),
      unlisted: sum(statements.map(unlistedOf)),
      inBank: cameOf(true),
      notInBank: cameOf(false),
      unpaid: this.unpaid(delivered),
      cameBack: back.length
        ? [{ reason: 'returned', parcels: back.length, amount: total(back).toCollect }]
        : [],
      paidUndelivered: {
        parcels: early.length,
        amount: sum(early.map(({ paid, toCollect }) => Math.min(paid, toCollect))),
      },
      ...costs,
      lost: parcels.filter(
        ({ state, paid, toCollect }) => state === 'lost' && (paid < toCollect || paid === 0),
      ).length,
    }
  }

  private unpaid(delivered: { endedAt: number | undefined; toCollect: number; paid: number }[]) {
    const ages: [string, number][] = [
      ['0-7', 7],
      ['8-14', 14],
      ['15-30', 30],
      ['30+', Number.POSITIVE_INFINITY],
    ]
    const days = (endedAt = 0) =>
      (Date.parse(dayOf(this.now)) - Date.parse(dayOf(endedAt))) / 86_400_000
    const aged = delivered
      .filter(({ paid, toCollect }) => paid < toCollect)
      .map((parcel) => ({
        ...parcel,
        age: ages.find(([, last]) => days(parcel.endedAt) <= last)?.[0],
      }))
    return ages.map(([age]) => {
      const of = aged.filter((parcel) => parcel.age === age)
      return {
        age,
        parcels: of.length,
        amount: sum(of.map(({ toCollect, paid }) => toCollect - paid)),
      }
    })
  }

  private cashOf(parcel: number): number {
    const money = [...this.statements.values()].flatMap((statement) => statement.money)
    return sum(
      money
        .filter((one) => one.parcel === parcel && one.kind === 'cash')
        .map(({ amount }) => amount),
    )
  }

  private isLater(line: OracleLine, best: OracleLine): boolean {
    const [rank, bestRank] = [rankOf(line.state ?? 'booked'), rankOf(best.state ?? 'booked')]
    return rank === bestRank ? line.at >= best.at : rank > bestRank
  }

  private mayMove({ state, stateAt }: Parcel, to: State, at: number): boolean {
    if (state === to || ['delivered', 'received_back', 'lost'].includes(state)) return false
    if (rankOf(state) === rankOf(to)) return at >= stateAt
    return rankOf(to) > rankOf(state)
  }

  private move(parcel: number, state: State, at: number, statement?: number) {
    const before = this.at(parcel)
    this.happened.push({ parcel, statement, before })
    const isBack = CAME_BACK.includes(state)
    const isFinal = isBack || state === 'delivered' || state === 'lost'
    this.parcels[parcel] = {
      ...before,
      state,
      stateAt: at,
      handedOverAt: before.handedOverAt ?? at,
      endedAt:
        isBack && CAME_BACK.includes(before.state) ? before.endedAt : isFinal ? at : undefined,
    }
  }

  private at(parcel: number): Parcel {
    const found = this.parcels[parcel]
    if (!found) throw new Error(`No parcel ${parcel}`)
    return found
  }
}
