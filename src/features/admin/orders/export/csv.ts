/*
 * Tables as text for spreadsheets (RFC 4180). Every cell is quoted, and none is a formula: customers
 * type what stands in them, and a spreadsheet would run it on the owner's machine.
 */

export type Cell = string | number

/** Without it, Excel reads Urdu names as Latin letters. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Lines end with CR LF, the last one too, so that texts can be joined. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(cell: Cell): string {
  const text = String(cell)
  const safe = typeof cell === 'string' && startsFormula(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Full-width and small forms count as well: spreadsheets take `＝` for `=`. */
function startsFormula(text: string): boolean {
  return /^[\t\r\n]/.test(text) || /^\s*[=+\-@]/.test(text.slice(0, 64).normalize('NFKC'))
}
