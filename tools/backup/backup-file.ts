/*
 * A backup is a gzipped file of lines of JSON: a header, each table with its rows, and an end with a
 * checksum. A file without a correct end is not a backup.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { isRecord, parseJson } from '#kit/json.ts'
import { UserError } from '../user-error.ts'

export interface BackupHeader {
  format: 'zulf backup'
  version: 1
  madeAt: string
  source: 'local' | 'hosted'
  /** The versions of the migrations that the database had. */
  migrations: string[]
}

export function newHeader(source: BackupHeader['source'], migrations: string[]): BackupHeader {
  return {
    format: 'zulf backup',
    version: 1,
    madeAt: new Date().toISOString(),
    source,
    migrations,
  }
}

export interface TableColumns {
  /** With its schema, and quoted where Postgres needs it. */
  table: string
  columns: string[]
}

/** A row is the text of a JSON object. It is not parsed, because JavaScript would round large numbers. */
export type Entry = TableColumns | { row: string }

const ROW = '{"row":'

/**
 * Written under another name and renamed, so a backup that was interrupted has no file of its name. A
 * folder that is missing is made for this user only.
 * Returns the number of rows.
 */
export async function writeBackup(
  file: string,
  header: BackupHeader,
  entries: AsyncIterable<Entry>,
): Promise<number> {
  if (existsSync(file)) throw new UserError(`${file} exists: name a new file for the backup.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.unfinished-${process.pid}`
  const count = { rows: 0 }
  try {
    // It holds personal data and the hash of the admin's password: only this user may read it.
    const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(linesOf(header, entries, count)), createGzip(), output)
    await saveToDisk(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return count.rows
}

async function* linesOf(
  header: BackupHeader,
  entries: AsyncIterable<Entry>,
  count: { rows: number },
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (line: string) => {
    hash.update(`${line}\n`)
    return `${line}\n`
  }
  yield hashed(JSON.stringify(header))
  for await (const entry of entries) {
    if ('row' in entry) {
      count.rows += 1
      yield hashed(`${ROW}${entry.row}}`)
    } else yield hashed(JSON.stringify(entry))
  }
  yield `${JSON.stringify({ end: hash.digest('hex'), rows: count.rows })}\n`
}

async function saveToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads the file to its end. Throws a UserError unless it is a complete backup. */
export async function checkBackup(file: string): Promise<BackupHeader & { rows: number }> {
  const hash = createHash('sha256')
  let header: BackupHeader | undefined
  let last = ''
  let rows = 0
  for await (const line of linesIn(file)) {
    header ??= parseHeader(file, line)
    if (last) hash.update(`${last}\n`)
    if (last.startsWith(ROW)) rows += 1
    last = line
  }
  const end = header && parseObject(last)
  if (!header || end?.['end'] !== hash.digest('hex') || end['rows'] !== rows) throw notWhole(file)
  return { ...header, rows }
}

/** Reads the entries of a file that was checked. */
export async function* readEntries(file: string): AsyncGenerator<Entry> {
  for await (const line of linesIn(file)) {
    if (line.startsWith(ROW)) yield { row: line.slice(ROW.length, -1) }
    else {
      const { table, columns } = parseObject(line)
      if (table) yield { table: String(table), columns: columns as string[] }
    }
  }
}

async function* linesIn(file: string): AsyncGenerator<string> {
  if (!existsSync(file)) throw new UserError(`There is no backup ${file}.`)
  const bytes = createReadStream(file)
  const text = createGunzip()
  bytes.once('error', (error) => text.destroy(error))
  let rest = ''
  try {
    for await (const chunk of bytes.pipe(text).setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    throw notWhole(file)
  } finally {
    bytes.destroy()
  }
}

function parseHeader(file: string, line: string): BackupHeader {
  const header = parseObject(line) as Partial<BackupHeader>
  if (header.format === 'zulf backup' && header.version === 1) return header as BackupHeader
  throw notWhole(file)
}

function parseObject(line: string): Record<string, unknown> {
  const value = parseJson(line)
  return isRecord(value) ? value : {}
}

function notWhole(file: string): UserError {
  return new UserError(`${file} is not a whole backup: use another one.`)
}
