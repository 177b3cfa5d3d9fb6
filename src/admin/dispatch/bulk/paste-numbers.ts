/*
 * Tracking numbers that are pasted into the boxes of a bulk change: a column of numbers, or lines of order
 * id and number (docs/product.md, rule 15.2).
 */

import { cleanTrackingNumber } from '#admin/order/tracking-number.ts'
import { foldDigits } from '#kit/text.ts'
import { isOrderId } from '#order/order-id.ts'

export interface Pasted {
  /** By order id. */
  numbers: Map<string, string>
  /** Lines that filled no box, each with the reason. */
  problems: string[]
}

/** A comma, a semicolon or a tab is in no tracking number; a space may be. */
const PAIR = /^"?([\p{L}\p{N}]{8})"?(?:\s*[,;\t]\s*|\s+)(\S.*)$/u
const CERTAIN_PAIR = /^[^,;\t]+[,;\t]/

/**
 * What the text fills in. A column begins at the box of `ids[first]`; lines with an id go to the box of that
 * order. Undefined where the text is a single number, which the browser pastes itself.
 */
export function parsePastedNumbers(
  text: string,
  ids: readonly string[],
  first: number,
): Pasted | undefined {
  const lines = text.replace(/\s+$/, '').split(/\r\n|\r|\n/)
  const known = new Set(ids)
  const pairs = lines.map(toPair)
  const hasIds = pairs.some((pair) => pair && known.has(pair.id))
  if (hasIds || lines.some((line) => CERTAIN_PAIR.test(line))) return fillById(lines, pairs, known)
  return lines.length > 1 ? fillDownwards(lines, ids.slice(first)) : undefined
}

interface Pair {
  id: string
  number: string
}

function toPair(line: string): Pair | undefined {
  const [, typedId = '', rest = ''] = PAIR.exec(line.trim()) ?? []
  const id = foldDigits(typedId).toUpperCase()
  return isOrderId(id) ? { id, number: withoutQuotes(rest) } : undefined
}

/** A spreadsheet's CSV quotes its cells. */
function withoutQuotes(text: string): string {
  return cleanTrackingNumber(text.replace(/^"(.*)"$/, '$1'))
}

function fillById(
  lines: readonly string[],
  pairs: readonly (Pair | undefined)[],
  known: ReadonlySet<string>,
): Pasted {
  const numbers = new Map<string, string>()
  const problems: string[] = []
  for (const [nth, line] of lines.entries()) {
    const pair = pairs[nth]
    const shown = `“${line.trim().slice(0, 80)}”`
    if (line.trim() === '') continue
    if (!pair) problems.push(`${shown} is not an order id and a number.`)
    else if (!known.has(pair.id)) problems.push(`${shown}: no selected order is ${pair.id}.`)
    else if (numbers.has(pair.id)) problems.push(`${shown}: ${pair.id} is in the list twice.`)
    else numbers.set(pair.id, pair.number)
  }
  return { numbers, problems: [...new Set(problems)] }
}

/** An empty line leaves its box as it is, so that numbers and boxes stay side by side. */
function fillDownwards(lines: readonly string[], ids: readonly string[]): Pasted {
  const numbers = new Map<string, string>()
  const problems: string[] = []
  for (const [nth, line] of lines.entries()) {
    const [id, number] = [ids[nth], withoutQuotes(line.trim())]
    if (number === '') continue
    if (id) numbers.set(id, number)
    else problems.push(`“${number.slice(0, 80)}” is left over: there are no more boxes.`)
  }
  return { numbers, problems: [...new Set(problems)] }
}
