export type Row = readonly string[]

/** As the README has it: numbers are read from the right. */
export function toMarkdown([head = [], ...rows]: readonly Row[]): string {
  const rule = head.map((_name, column) => (column === 0 ? '---' : '--:'))
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** In columns as wide as what they hold, for a terminal. */
export function toColumns(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_name, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Without the columns, the first aside, in which no row says more than "none". */
export function withoutEmptyColumns(rows: readonly Row[]): Row[] {
  const [, ...body] = rows
  const says = (row: Row, column: number) => !['', '0.0'].includes(row[column] ?? '')
  return rows.map((row) =>
    row.filter((_cell, column) => column === 0 || body.some((other) => says(other, column))),
  )
}
