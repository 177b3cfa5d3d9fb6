/* Reads a courier's file of states or payments (docs/desk-rules.md, rules 22.20 to 22.34 and 22.53). */
import { sumOf } from '#admin/parcels/parcels.ts'
import { quote } from '#desk/files/cell.ts'
import { namesParcels } from '#desk/files/header-row.ts'
import type { FileSheet } from '#desk/files/sheet.ts'
import type { FileLine, FileReading, FileSource, UnknownWord } from './courier-file.ts'
import { digestOf } from './digest.ts'
import { netOfFile, numberInName, paymentNumbers, type Titles } from './file-payment.ts'
import { findingsOf, questionsOf } from './findings.ts'
import { type FoundSheet, findSheet, type ReadSheet, readSheet } from './read-sheet.ts'
import { toReason } from './reasons.ts'
import { withoutRepeated } from './repeated-rows.ts'
import { hasAmounts, type PaidRow, type PaidSheet, paySheet } from './row-money.ts'
import { taughtKey, toWord } from './status-words.ts'

/** As in private.check_lines(). */
const MAX_ROWS = 6000
const MAX_WORD_LENGTH = 100

export async function readCourierFile(
  sheets: readonly FileSheet[],
  source: FileSource,
): Promise<FileReading> {
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some(Boolean)))
  if (filled.length === 0) {
    return refuse('No sheet of this file has cells. Download it again and try again.')
  }
  const names = filled.map(({ name }) => name)
  const chosen = source.sheet ? filled.filter(({ name }) => name === source.sheet) : filled
  const found = chosen.flatMap((sheet) => findSheet(sheet, source) ?? [])
  const readable = found.filter(({ question }) => !question)
  const open = found.find(({ header, question }) => namesParcels(header) && question) ?? found[0]
  if (!open) {
    return refuse(
      'No row of this file has the names of its columns. Download it with them and try again. Numbers alone are pasted on the page of their parcels.',
    )
  }
  if (open.question && (namesParcels(open.header) || readable.length === 0)) {
    return ask(open.question, open, names)
  }
  const unread = readable.flatMap(({ sheet, header }) =>
    sheet.unread.filter(({ row, column }) => row <= header.row && column !== undefined),
  )
  if (unread[0]) return refuse(`The headers cannot be read. ${unread[0].problem}`)
  return readFound(readable, names, source)
}

async function readFound(
  found: readonly FoundSheet[],
  names: readonly string[],
  source: FileSource,
): Promise<FileReading> {
  let before = 0
  const sheets: ReadSheet[] = []
  const offsets: string[] = []
  for (const one of found) {
    sheets.push(readSheet(one, before, source))
    if (before > 0)
      offsets.push(`Row ${before + 1} is the first one of the sheet “${one.sheet.name}”.`)
    before += one.sheet.rows.length
  }
  const [first] = found
  const count = sheets.reduce((sum, { sorted }) => sum + sorted.parcels.length, 0)
  if (!first || count === 0) {
    return refuse('This file has no parcels below its headers. Download it again and try again.')
  }
  if (count > MAX_ROWS) {
    return refuse(
      `This file has ${count} rows, and ${MAX_ROWS} are read at once. Split it and try again.`,
    )
  }
  const { sheets: kept, twice } = withoutRepeated(sheets)
  if (twice && source.sheet === undefined) {
    return ask(
      `${quote(twice)} stands on several sheets with different amounts or states. Choose the sheet to read, or all of them.`,
      first,
      names,
    )
  }
  const skipped = names.filter((name) => !found.some(({ sheet }) => sheet.name === name))
  const notes = [
    ...offsets,
    ...skipped.map((name) => `The sheet “${name}” names no parcels and is not read.`),
  ]
  return toFile(kept, first, notes, source)
}

async function toFile(
  sheets: readonly ReadSheet[],
  { report }: FoundSheet,
  notes: readonly string[],
  { courier, fileName }: FileSource,
): Promise<FileReading> {
  const titles: Titles = Object.assign({}, ...sheets.map((sheet) => sheet.titles).reverse())
  const numbers = paymentNumbers(sheets.flatMap(({ rows }) => rows))
  // What stands above the rows names the payment that the file is about.
  const number =
    titles.paymentNumber ??
    numbers.common ??
    (numbers.count === 0 ? numberInName(fileName) : undefined)
  const paid = sheets.map((sheet) => paySheet(sheet, number, titles))
  const lines = paid.flatMap(({ rows }) => rows.map(toLine))
  const payments = lines.flatMap(({ money }) => money)
  const sum = sumOf(payments)
  const net = netOfSheets(paid, sum)
  // The latest of its payments.
  const lastDay = payments
    .flatMap(({ dated }) => dated ?? [])
    .sort()
    .at(-1)
  const ofMany =
    number === undefined && numbers.count > 1
      ? [`This file is about ${numbers.count} payments, so it has no number of its own.`]
      : []
  const mayBeList = paid.every((sheet) => sheet.mayBeList)
  return {
    ok: true,
    input: {
      courier,
      number,
      fileName,
      net,
      lines,
      digest: await digestOf(courier, lines),
      dated: lastDay ?? titles.paidOn,
    },
    report,
    unknownWords: listUnknown(paid),
    problems: paid.flatMap(({ problems }) => problems),
    findings: [...notes, ...paid.flatMap(findingsOf), ...ofMany],
    questions: paid.flatMap((sheet) => questionsOf(sheet, sum === net)),
    mayBeList,
    ...(mayBeList && { toCollect: collectedBy(paid.flatMap(({ rows }) => rows)) }),
  }
}

/** Undefined where a sheet does not say what it pays. Some files write what the courier owes as negative. */
function netOfSheets(sheets: readonly PaidSheet[], sum: number): number | undefined {
  const nets = sheets.map(({ rows, sorted }) => {
    // What is not paid yet does not come with the rest.
    const unpaid = new Set(rows.flatMap(({ row, isUnpaid }) => (isUnpaid ? row : [])))
    const parcels = sorted.parcels.filter(({ row }) => !unpaid.has(row))
    return netOfFile({ ...sorted, parcels })
  })
  const ofRows = sheets.map(({ sorted }) =>
    sorted.parcels.length === 0 ? 0 : netOfFile({ ...sorted, totals: [] }),
  )
  // A total below the last sheet may be that of all of them.
  const [all, last] = [sumOfAll(ofRows), nets.at(-1)]
  const net = last !== undefined && last === all ? last : sumOfAll(nets)
  return net !== undefined && net === -sum ? sum : net
}

function sumOfAll(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.reduce((sum, amount) =>
    sum === undefined || amount === undefined ? undefined : sum + amount,
  )
}

function toLine(facts: PaidRow): FileLine {
  const { row, trackingNumber, reference, texts, dates, state, money } = facts
  return {
    row,
    reference,
    trackingNumber,
    money,
    state: state === 'nothing' ? undefined : state,
    word: texts.status && toWord(texts.status).slice(0, MAX_WORD_LENGTH),
    reason: texts.reason && toReason(texts.reason, state),
    at: dates.statusOn?.moment,
  }
}

function collectedBy(rows: readonly PaidRow[]): Record<number, number> {
  return Object.fromEntries(
    rows.flatMap(({ row, amounts: { toCollect } }) =>
      toCollect === undefined ? [] : [[row, toCollect]],
    ),
  )
}

function listUnknown(sheets: readonly PaidSheet[]): UnknownWord[] {
  const words = new Map<string, UnknownWord>()
  for (const { rows, isOfStates } of sheets) {
    for (const facts of rows) {
      for (const { word, kind } of facts.unknownWords) {
        const key = taughtKey(kind, word)
        const listed = words.get(key) ?? { word, kind, rows: [], hasMoney: false }
        listed.rows.push(facts.row)
        listed.hasMoney ||= !isOfStates && hasAmounts(facts)
        words.set(key, listed)
      }
    }
  }
  return [...words.values()]
}

/** Asks the admin, who can choose columns, and one of several sheets. */
function ask(problem: string, { report }: FoundSheet, names: readonly string[]): FileReading {
  const sheets = names.length > 1 ? { sheets: [...names] } : {}
  return { ok: false, problem, report: { ...report, ...sheets } }
}

function refuse(problem: string): FileReading {
  return { ok: false, problem }
}
