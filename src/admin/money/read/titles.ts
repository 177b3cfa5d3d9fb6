/* What stands above the headers: `CPR No: CPR-1234`, or a label with its value in the next cell. */
import { fieldOfHeader } from './aliases.ts'
import type { StatementField } from './fields.ts'

export function valueInTitles(
  titles: readonly (readonly string[])[],
  field: StatementField,
  courier: string,
): string | undefined {
  for (const cells of titles) {
    const filled = cells.filter(Boolean)
    for (const [nth, cell] of filled.entries()) {
      const [label = '', ...rest] = cell.split(':')
      const value = rest.join(':').trim() || filled[nth + 1]
      if (value && fieldOfHeader(label, courier)?.field === field) return value
    }
  }
  return undefined
}
