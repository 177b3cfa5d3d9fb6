/* What is said and asked before a file is saved. */
import { formatSum } from '#config/currency.ts'
import type { ReadFile, UnknownWord } from '#desk/files/read/courier-file.ts'
import { countOf } from '#kit/text.ts'
import { type Compared, compareNet, otherCashOf } from './applying.ts'
import { netQuestion } from './net-amounts.ts'

/** Where its own sum and its rows differ, and what reading it left open. */
export function questionsBefore(
  { net, sum, former, rows }: Pick<Compared, 'net' | 'sum' | 'former' | 'rows'>,
  { questions, problems, unknownWords, input }: ReadFile,
): string[] {
  const ofOtherCash = rows.filter(otherCashOf).length
  const all = [
    typeof net === 'number' && net !== sum && compareNet({ net, sum }),
    former &&
      former.costs !== 0 &&
      `The payment that is undone comes to ${formatSum(former.sum)}, with costs and adjustments of ${formatSum(former.costs)}.`,
    ...unknownWords.map(
      ({ word, rows, hasMoney }) =>
        hasMoney &&
        `“${word}” is not answered: the money of ${countOf(rows.length, 'row')} is left out.`,
    ),
    ofOtherCash > 0 &&
      `Of ${countOf(ofOtherCash, 'parcel')} the file has another amount to collect than the order: the rider would ask for it.`,
    netQuestion(rows, input.lines),
    ...questions,
    ...problems.map(leftOut),
  ]
  return all.filter((question) => typeof question === 'string')
}

/** Of a row that could not be read. */
export function leftOut(problem: string): string {
  return `Left out: ${problem}`
}

/** What rows with unknown words do meanwhile. */
export function untilKnown(words: readonly Pick<UnknownWord, 'hasMoney'>[]): string {
  const money = words.some(({ hasMoney }) => hasMoney) ? ' and bring no money' : ''
  return `Until then their rows change nothing${money}.`
}
