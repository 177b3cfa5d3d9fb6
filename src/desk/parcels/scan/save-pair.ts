/* The number of a label is saved for the order of the slip before it, for the version that was seen. */
import { isDone } from '#admin/acts/acts.store.ts'
import { changeOf, dispatchOf, isEmptyChange } from '#desk/acts/dispatch.ts'
import {
  type DispatchRow,
  isLeft,
  isSaved,
  orderParts,
  planRow,
  toActRow,
  withResults,
} from '#desk/acts/row.ts'
import { problemOfRow } from '#desk/acts/sentences.ts'
import { wrongNumber } from '#desk/files/numbers/numbered-order.ts'
import type { Pair } from './scan-pair.ts'
import { keep, put, remove, scannedOrders, tell, type Working } from './station.ts'

export async function savePair(working: Working, { order, number }: Pair): Promise<void> {
  const found = working.known.get(order.id)?.found
  if (!found) return
  const { endReason } = found
  const planned = { ...found.order, endReason, fullName: order.fullName }
  const change = changeOf(dispatchOf(planned), { trackingNumber: number })
  if (isEmptyChange(change)) return tell(working, `${order.id} has ${number} already.`, false)
  await send(working, planRow(planned, change))
}

/** Checks whose number it is, and saves it. What could not be saved stays in the list. */
async function send(working: Working, row: DispatchRow): Promise<void> {
  put(working, { ...row, result: { state: 'sending' } })
  const checked = await checkNumber(working, row)
  if (typeof checked === 'string') {
    remove(working, row.id)
    return tell(working, checked, true)
  }
  const sent = checked.isKnown
    ? await book(working, row)
    : { ...row, result: { state: 'unreachable' as const } }
  put(working, sent)
  tellResult(working, sent)
}

async function book(working: Working, row: DispatchRow): Promise<DispatchRow> {
  const { id, change } = row
  const act = await working.acts.once('book', [toActRow(row)], { id, change })
  keep(working, row.id, orderParts(act.results[0]))
  return withResults([row], act)[0] ?? row
}

/** What is wrong with the number, or whether the database could say whose it is. */
async function checkNumber(
  working: Working,
  { id, change }: DispatchRow,
): Promise<string | { isKnown: boolean }> {
  const number = change.trackingNumber
  const orders = scannedOrders(working)
  const order = orders.find((each) => each.id === id)
  if (!number || !order) return { isKnown: false }
  try {
    const taken = await working.services.lookUpNumbers([number])
    return wrongNumber(number, orders, taken, order) ?? { isKnown: true }
  } catch (error) {
    console.error('Error looking up a number', error)
    return { isKnown: false }
  }
}

function tellResult(working: Working, row: DispatchRow): void {
  const { id, fullName, seen, change } = row
  const number = change.trackingNumber
  const problem = problemOfRow(row)
  const replaced = seen.trackingNumber ? ` It replaces ${seen.trackingNumber}.` : ''
  const says = `Saved: ${number} is the number of ${id} (${fullName}).${replaced} Scan the next slip.`
  if (problem) tell(working, `${id}: ${number} is not saved: ${problem}.`, true)
  else if (isSaved(row)) tell(working, says, false)
}

export async function sendAgain(working: Working, id: string): Promise<void> {
  const row = working.$station.get().rows.find((each) => each.id === id)
  if (row && isLeft(row)) await send(working, row)
}

/** The order has again what it had before, and its slip can be scanned anew. */
export async function undo(working: Working, id: string): Promise<void> {
  const row = working.$station.get().rows.find((each) => each.id === id)
  const saved = working.acts.$acts.get().find((act) => act.about.id === id && isDone(act))
  if (!row || !isSaved(row) || !saved) return
  const undone = await working.acts.undo(saved, saved.about)
  const problem = withResults([row], undone).map(problemOfRow)[0]
  if (problem) return tell(working, `The number of ${id} is not taken back: ${problem}.`, true)
  if (undone.state !== 'saved') return
  working.acts.forget([saved, undone])
  tell(working, `The number of ${id} is as before.`, false)
  remove(working, id)
  keep(working, id, orderParts(undone.results[0]))
}
