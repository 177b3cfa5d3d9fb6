/*
 * CSV for spreadsheets (RFC 4180). Every cell is quoted, and none is a formula: customers type the
 * texts, and a spreadsheet would run a formula on the admin's machine (docs/product.md, rule 15.5).
 */

export type CsvCell = string | number

export const CSV_TYPE = 'text/csv;charset=utf-8'

/** Without it, Excel reads Urdu names as Latin letters. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Lines end with CR LF, the last one too, so that texts can be joined. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? asText(cell) : String(cell)
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * A formula inside a cell. Where a list separator other than the comma is set, a spreadsheet ignores
 * the quotes of every cell but a line's first: `;`, tab and line end then begin a cell of their own.
 */
const INNER_FORMULA = /((?:;|\S[^\S\t\r\n]*[\t\r\n])[\s"]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫])/g

function asText(typed: string): string {
  const text = typed.replace(INNER_FORMULA, "$1'")
  return startsFormula(text) ? `'${text}` : text
}

/** Full-width and small forms count as well: spreadsheets take `＝` for `=`. */
function startsFormula(text: string): boolean {
  return /^[\t\r\n]/.test(text) || /^\s*[=+\-@]/.test(text.slice(0, 64).normalize('NFKC'))
}
