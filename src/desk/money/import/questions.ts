import { formatSum } from '#config/currency.ts'
import type { ReadFile } from '#desk/files/read/courier-file.ts'
import { countOf } from '#kit/text.ts'
import { type Compared, compareNet } from './applying.ts'
import { netQuestion } from './net-amounts.ts'

/** What is asked before a file is saved: where its own sum and its rows differ, and what reading it left open. */
export function questionsBefore(
  { net, sum, former, rows }: Pick<Compared, 'net' | 'sum' | 'former' | 'rows'>,
  { questions, problems, unknownWords, input }: ReadFile,
): string[] {
  const short = netQuestion(rows, input.lines)
  const differs = typeof net === 'number' && net !== sum
  const open = unknownWords.filter(({ hasMoney }) => hasMoney)
  const unsaid = open.map(
    ({ word, rows }) =>
      `“${word}” is not answered: the money of ${countOf(rows.length, 'row')} is left out.`,
  )
  return [
    ...(differs ? [compareNet({ net, sum })] : []),
    ...(former && former.costs !== 0
      ? [
          `The payment that is undone comes to ${formatSum(former.sum)}, with costs and adjustments of ${formatSum(former.costs)}.`,
        ]
      : []),
    ...unsaid,
    ...(short ? [short] : []),
    ...questions,
    ...problems.map((problem) => `Left out: ${problem}`),
  ]
}
