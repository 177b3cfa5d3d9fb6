/* Couriers' files with known money, in random layouts and with random faults of those who write files. */
import { makeWorkbook, type WorkbookCell } from './workbook.ts'

interface TrueMoney {
  number: string
  /** Minor units: what the customer paid, and what the courier takes. */
  cash: number
  costs: number
}

export interface RandomFile {
  file: File
  courier: string
  truth: TrueMoney[]
  /** How many faults it has. */
  faults: number
  /** How it was made. */
  says: string
}

interface Column {
  header: string
  cell: (parcel: Parcel) => string
}

interface Parcel extends TrueMoney {
  word: string
  toCollect: number
  fee: number
  tax: number
  withheld: number
  isSold: boolean
  address: string
}

const WORDS = {
  delivered: ['Delivered', 'DELIVERED', ' delivered '],
  returned: ['Return', 'Returned', 'Returned to Shipper'],
}
const ADDRESSES = ['House 1', 'Gali 2, Okara', 'Flat "B"', 'گلی ۳', 'Near; Chowk', 'A|B']

/** Makes a file. `random` returns numbers from 0 to 1. */
export function randomFile(random: () => number): RandomFile {
  const pick = <Value>(values: readonly Value[]) =>
    values[Math.floor(random() * values.length)] as Value
  const chance = (share: number) => random() < share
  const notes: string[] = []
  let faults = 0
  const fault = (name: string, share: number) => {
    if (!chance(share)) return false
    faults += 1
    notes.push(name)
    return true
  }
  const parcels = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, nth) =>
    aParcel(nth, random),
  )
  const written = (minor: number): string => {
    const plain = (Math.abs(minor) / 100).toFixed(2)
    const grouped = plain.replace(/\B(?=(\d{3})+\.)/g, ',')
    const text =
      style === 'grouped'
        ? grouped
        : style === 'rupees'
          ? `Rs. ${grouped}`
          : style === 'sign'
            ? `₨ ${plain}`
            : plain
    return minor < 0 ? (isBracketed ? `(${text})` : `-${text}`) : text
  }
  const style = pick(['plain', 'grouped', 'rupees', 'sign'])
  const isBracketed = chance(0.3)
  const columns = someColumns(random, written)
  notes.push(columns.map(({ header }) => header).join('/'), style)
  const rows = parcels.map((parcel) => columns.map(({ cell }) => cell(parcel)))
  const header = columns.map((column) => column.header)
  if (fault('unknown word', 0.1)) replaceCell(rows, header, /status/i, 'Gone to the moon', random)
  if (fault('missing amount', 0.1)) replaceCell(rows, header, /cod/i, '', random)
  // A column without one amount says nothing of itself.
  if (rows.length > 1 && fault('missing cost', 0.1))
    replaceCell(rows, header, /gst|charges/i, '', random)
  if (fault('no amount', 0.05)) replaceCell(rows, header, /charges|fee/i, 'see below', random)
  const titles = chance(0.3) ? [['Payments of the week'], []] : []
  const isNamed = chance(0.5)
  const total = chance(0.4) ? [totalRow(columns, parcels, written, isNamed)] : []
  const table = [...titles, header, ...rows, ...total]
  if (chance(0.3)) {
    notes.push('xlsx')
    const isUnread = fault('formula without result', 0.15)
    // A total without a word is that of the rows above it.
    const isSplit = chance(0.3) && isNamed
    const file = workbook(table, header, isUnread, isSplit, random)
    return { ...base(), file }
  }
  const separator = pick([',', ',', ';', '\t', '|'])
  notes.push(JSON.stringify(separator))
  const lines = table.map((row) =>
    fault('unquoted', 0.01)
      ? row.join(separator)
      : row.map((cell) => quoted(cell, separator)).join(separator),
  )
  if (fault('open quote', 0.06))
    breakLine(lines, random, (line) => line.replace(/House 1|گلی ۳/, '"$&'))
  if (fault('broken in two', 0.04))
    breakLine(lines, random, (line) => line.replace(/(.{9})/, '$1\n'))
  if (fault('cut off', 0.04)) lines.push((lines.pop() ?? '').slice(0, 18))
  const text = lines.join(pick(['\n', '\r\n'])) + pick(['', '\n'])
  const encoding = pick(['utf-8', 'utf-8', 'bom', 'utf-16le', 'utf-16be'])
  notes.push(encoding)
  return { ...base(), file: new File([encoded(text, encoding)], 'payments.csv') }

  function base() {
    const truth = parcels.map(({ number, cash, costs }) => ({ number, cash, costs }))
    return { courier: 'mine', truth, faults, says: notes.join(', ') }
  }
}

function aParcel(nth: number, random: () => number): Parcel {
  const isSold = random() < 0.8
  const toCollect = 50_000 + Math.floor(random() * 300_000)
  const fee = 18_000 + Math.floor(random() * 9_000)
  const tax = Math.round(fee * 0.16)
  const withheld = isSold ? Math.round(toCollect * 0.02) : 0
  const words = isSold ? WORDS.delivered : WORDS.returned
  return {
    number: `2670000${String(10_000 + nth)}`,
    cash: isSold ? toCollect : 0,
    costs: 0,
    word: words[Math.floor(random() * words.length)] ?? 'Delivered',
    toCollect,
    fee,
    tax,
    withheld,
    isSold,
    address: ADDRESSES[Math.floor(random() * ADDRESSES.length)] ?? '',
  }
}

/** The columns of a file. The costs that it has are the true ones of its parcels. */
function someColumns(random: () => number, written: (minor: number) => string): Column[] {
  const chance = (share: number) => random() < share
  const costs = { fee: true, tax: chance(0.6), withheld: chance(0.4), all: chance(0.3) }
  const costOf = (parcel: Parcel) => {
    parcel.costs =
      parcel.fee + (costs.tax ? parcel.tax : 0) + (costs.withheld ? parcel.withheld : 0)
    return parcel.costs
  }
  const sign = chance(0.2) ? -1 : 1
  const columns: Column[] = [
    {
      header: chance(0.5) ? 'Tracking Number' : 'CN',
      cell: (parcel) => {
        costOf(parcel)
        return parcel.number
      },
    },
    { header: 'Status', cell: ({ word }) => word },
    { header: 'COD Amount', cell: ({ toCollect }) => written(toCollect) },
    { header: 'Delivery Charges', cell: ({ fee }) => written(sign * fee) },
  ]
  if (chance(0.7)) columns.push({ header: 'Address', cell: ({ address }) => address })
  if (costs.tax) columns.push({ header: 'GST', cell: ({ tax }) => written(sign * tax) })
  if (costs.withheld) {
    columns.push({ header: 'WHT (2%)', cell: ({ withheld }) => written(sign * withheld) })
  }
  if (costs.all) {
    columns.push({ header: 'Total Charges', cell: (parcel) => written(sign * costOf(parcel)) })
  }
  if (chance(0.7)) {
    columns.push({
      header: 'Net Amount',
      cell: (parcel) => written(parcel.cash - costOf(parcel)),
    })
  }
  // A file of payments names them by day or by what it pays.
  const hasNet = columns.at(-1)?.header === 'Net Amount'
  if (!hasNet || chance(0.5)) columns.push({ header: 'Payment Date', cell: () => '13/11/2026' })
  const [first, ...rest] = columns
  return first ? [first, ...rest.sort(() => random() - 0.5)] : []
}

function totalRow(
  columns: Column[],
  parcels: Parcel[],
  written: (minor: number) => string,
  isNamed: boolean,
) {
  const net = parcels.reduce((sum, { cash, costs }) => sum + cash - costs, 0)
  return columns.map(({ header }, nth) => {
    if (nth === 0) return isNamed ? 'Total' : String(parcels.length)
    return header === 'Net Amount' ? written(net) : ''
  })
}

function replaceCell(
  rows: string[][],
  header: string[],
  name: RegExp,
  cell: string,
  random: () => number,
): void {
  const column = header.findIndex((one) => name.test(one))
  const row = rows[Math.floor(random() * rows.length)]
  if (row && column >= 0) row[column] = cell
}

function breakLine(lines: string[], random: () => number, change: (line: string) => string): void {
  const place = lines.length - 1 - Math.floor(random() * Math.min(3, lines.length - 1))
  lines[place] = change(lines[place] ?? '')
}

function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function workbook(
  table: string[][],
  header: string[],
  isUnread: boolean,
  isSplit: boolean,
  random: () => number,
): File {
  const rows: WorkbookCell[][] = table.map((row) =>
    row.map((cell) => (/^\d+\.\d\d$/.test(cell) ? Number(cell) : cell)),
  )
  const first = rows.findIndex((row) => row[0] === header[0]) + 1
  const column = header.indexOf('COD Amount')
  const unread = rows[first + Math.floor(random() * (rows.length - first))]
  if (isUnread && unread) unread[column] = { formula: '1+1' }
  const half = first + Math.ceil((rows.length - first) / 2)
  const sheets = isSplit
    ? [
        { name: 'Summary', rows: [['Week', 'Net']] },
        { name: 'One', rows: rows.slice(0, half) },
        { name: 'Two', rows: [header, ...rows.slice(half)] },
      ]
    : [{ rows }]
  return new File([makeWorkbook(...sheets)], 'payments.xlsx')
}

function encoded(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (!encoding.startsWith('utf-16'))
    return new TextEncoder().encode(encoding === 'bom' ? `\uFEFF${text}` : text)
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le')
  }
  return bytes
}
