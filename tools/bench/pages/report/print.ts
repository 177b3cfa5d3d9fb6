import type { Options } from '../options.ts'
import { aimsOf } from './aims.ts'
import { noiseIn } from './noise.ts'
import type { Result } from './result.ts'
import { toColumns, toMarkdown, withoutEmptyColumns } from './table.ts'
import { aimTable, pageTable, stepTable, visitTable } from './tables.ts'

/** In Markdown the tables of the README, without the aims that are met. */
export function print(result: Result, { markdown }: Options): void {
  const aims = aimsOf(result)
  const missed = aims.filter(({ isMet }) => !isMet)
  const tables = [pageTable(result), visitTable(result), stepTable(result)]
  if (!markdown) tables.push(aimTable(aims))
  else if (missed.length > 0) tables.push(aimTable(missed))
  const toText = markdown ? toMarkdown : toColumns
  console.log(
    tables
      .filter((table) => table.length > 0)
      .map((table) => toText(withoutEmptyColumns(table)))
      .join('\n\n'),
  )
  const noise = noiseIn(result)
  if (noise) console.error(`\n${noise}`)
  console.error(`\n${aims.length - missed.length} of ${aims.length} aims met`)
}
