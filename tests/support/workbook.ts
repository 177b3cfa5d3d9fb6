/* Workbooks as couriers and Excel write them: hidden sheets, merged cells, formats that hide digits, dates. */
import { strToU8, zipSync } from 'fflate'

/** With a format, the number is written as it stands in the file. */
export type WorkbookCell =
  | string
  | number
  | null
  | { value: string; format: keyof typeof FORMATS }
  /** Without a value: its writer did not compute it. */
  | { formula: string; value?: string }
  | { error: string }

export interface WorkbookSheet {
  rows: readonly (readonly WorkbookCell[])[]
  isHidden?: boolean
  /** `A1:C1` */
  merged?: readonly string[]
  name?: string
  /** Rows below the others that have but a format, and a cell that has. */
  emptyRows?: number
  emptyCell?: string
  /** The place of a further cell with a value, `XFD1048576`. */
  last?: string
}

/** Their place in `cellXfs`, and the number of the format. */
const FORMATS = { general: 0, scientific: 11, date: 14, dateTime: 22 }

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

export function makeWorkbook(...sheets: WorkbookSheet[]): Uint8Array<ArrayBuffer> {
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets
      .map(
        ({ isHidden, name }, nth) =>
          `<sheet name="${name ?? `S${nth}`}" sheetId="${nth + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${nth}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${sheets
      .map((_, nth) => relationship(`rId${nth}`, 'worksheet', `worksheets/s${nth}.xml`))
      .join('')}${relationship('styles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs>${Object.values(FORMATS)
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  }
  for (const [nth, sheet] of sheets.entries()) {
    files[`xl/worksheets/s${nth}.xml`] = sheetXml(sheet)
  }
  const entries = Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}

function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
}

function sheetXml({ rows, merged = [], ...more }: WorkbookSheet): string {
  const data = rows.map((cells, row) => {
    const xml = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`))
    return `<row r="${row + 1}">${xml.join('')}</row>`
  })
  const { emptyRows = 0, emptyCell, last } = more
  data.push('<row s="1"/>'.repeat(emptyRows))
  if (emptyCell) data.push(`<row><c r="${emptyCell}" s="0"/></row>`)
  if (last) data.push(`<row><c r="${last}"><v>1</v></c></row>`)
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return `<worksheet xmlns="${MAIN}"><sheetData>${data.join('')}</sheetData>${
    ranges && `<mergeCells>${ranges}</mergeCells>`
  }</worksheet>`
}

function cellXml(cell: WorkbookCell, place: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') {
    const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if ('error' in cell) return `<c r="${place}" t="e"><v>${cell.error}</v></c>`
  if ('formula' in cell) {
    const value = cell.value === undefined ? '' : `<v>${cell.value}</v>`
    return `<c r="${place}"><f>${cell.formula}</f>${value}</c>`
  }
  const style = Object.keys(FORMATS).indexOf(cell.format)
  return `<c r="${place}" s="${style}"><v>${cell.value}</v></c>`
}

/** The name of one of the first 26 columns. */
function columnName(index: number): string {
  return String.fromCharCode(65 + index)
}
