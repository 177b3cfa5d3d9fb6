import type { Reading } from './admin/what-ran.ts'
import type { Timing } from './measure.ts'

export interface Result extends Timing, Reading {
  task: string
  /** How many times slower than with the fewest orders it may be with the most. */
  limit: number
}

/** In Markdown. The last column says what failed its limit. */
export function printTable(results: Map<number, Result[]>): void {
  const sizes = [...results.keys()]
  const [fewest = []] = results.values()
  const head = [
    '',
    ...sizes.map((size) => size.toLocaleString('en')),
    'ratio',
    'bytes',
    'rows read',
  ]
  const lines = fewest.map(({ task }) => {
    const row = sizes.map((size) => results.get(size)?.find((result) => result.task === task))
    return lineOf(row.filter((result) => result !== undefined))
  })
  console.log(toMarkdown([head, head.map(() => '---'), ...lines]))
}

function lineOf(row: Result[]): string[] {
  const [first, last] = [row[0], row.at(-1)]
  if (!first || !last) return []
  const ratio = last.median / first.median
  return [
    first.task,
    ...row.map(({ median, p95 }) => `${median.toFixed(1)} / ${p95.toFixed(1)}`),
    `${ratio.toFixed(1)}x of ${first.limit}x${ratio > first.limit ? ' MISSED' : ''}`,
    `${first.bytes} / ${last.bytes}`,
    `${last.rows}${last.wholeScans > 0 ? ' WHOLE TABLE' : ''}`,
  ]
}

function toMarkdown(lines: string[][]): string {
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
