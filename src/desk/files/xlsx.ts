/*
 * A workbook of one sheet (Office Open XML). Its texts are shared strings with the format "text", so that a
 * spreadsheet neither runs `=cmd` nor drops the first zero of a phone. Import it on demand. Libraries for it
 * compress in a worker from a blob URL, which the content policy refuses.
 */
import { strToU8, zipSync } from 'fflate'

export type Cell = string | number

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The file. The first row is the header. Throws where a number is not finite: a cell has no way to write it. */
export function makeXlsx(
  rows: readonly (readonly Cell[])[],
  sheetName: string,
): Uint8Array<ArrayBuffer> {
  const texts = new Map<string, number>()
  const sheet = rows.map((row, nth) => toRow(row, nth + 1, texts)).join('')
  const files = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relationships({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': workbook(sheetName),
    'xl/_rels/workbook.xml.rels': relationships({
      worksheet: 'worksheets/sheet1.xml',
      styles: 'styles.xml',
      sharedStrings: 'sharedStrings.xml',
    }),
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': sharedStrings([...texts.keys()]),
    // Some readers find sheets by this path alone.
    'xl/worksheets/sheet1.xml': `${worksheetStart}${sheet}</sheetData></worksheet>`,
  }
  const entries = Object.entries(files).map(([path, xml]) => [path, strToU8(DECLARATION + xml)])
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}

/** Indexes of `cellXfs` in STYLES. */
const TEXT_STYLE = 1
const HEADER_STYLE = 2

function toRow(row: readonly Cell[], number: number, texts: Map<string, number>): string {
  const cells = row.map((cell, nth) => {
    const place = `r="${columnName(nth)}${number}"`
    if (typeof cell === 'number') return `<c ${place}><v>${finite(cell, place)}</v></c>`
    const index = texts.get(cell) ?? texts.size
    texts.set(cell, index)
    const style = number === 1 ? HEADER_STYLE : TEXT_STYLE
    return `<c ${place} s="${style}" t="s"><v>${index}</v></c>`
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

function finite(cell: number, place: string): number {
  if (!Number.isFinite(cell)) throw new RangeError(`The cell ${place} is ${cell}`)
  return cell
}

/** 0 → `A`, 25 → `Z`, 26 → `AA`. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** The format reads `_x000D_` as a control character, and `_x005F_` as the underscore of such a text. */
const CHARACTER_CODE = /_(?=x[0-9a-f]{4}_)/gi

function sharedStrings(texts: readonly string[]): string {
  const items = texts.map((text) => `<si><t xml:space="preserve">${sharedString(text)}</t></si>`)
  return `<sst xmlns="${MAIN}" uniqueCount="${texts.length}">${items.join('')}</sst>`
}

/** Characters that XML cannot hold are removed first: they may stand within a code. */
function sharedString(text: string): string {
  return escapeXml(text).replace(CHARACTER_CODE, '_x005F_')
}

/** Characters that XML 1.0 cannot hold. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Targets by their type; their ids are `rId1`, `rId2` and so on. */
function relationships(targets: Record<string, string>): string {
  const items = Object.entries(targets).map(
    ([type, target], nth) =>
      `<Relationship Id="rId${nth + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}

function workbook(sheetName: string): string {
  return (
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><bookViews><workbookView/></bookViews>` +
    `<sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  )
}

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/>` +
  `<Override PartName="/xl/sharedStrings.xml" ContentType="${PART}.sharedStrings+xml"/></Types>`

/** General, text (49 is the format `@`), and bold text. */
const STYLES =
  `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

const worksheetStart =
  `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>'
