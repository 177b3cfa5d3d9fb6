/*
 * The data folder: the database, the token secret and the sockets of the running processes. Only the
 * user who owns the folder may read it: the database requires no password.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { UserError } from '../user-error.ts'

export interface DataFolder {
  path: string
  /** The cluster of Postgres. */
  data: string
  /** The sockets' folder, under a name short enough for a socket. */
  sockets: string
  lock: string
  /** What signs the tokens of this folder's sessions. */
  tokenSecret: string
  removeAlias(): void
}

/** A folder in the data folder, which has one for the cluster itself. */
const DATABASE = 'postgres'

/** Whether there is a shop's data in the folder. Throws a UserError for that of a former version. */
export function hasDatabase(dataDir: string): boolean {
  refuseFormerDatabase(dataDir)
  const data = join(dataDir, DATABASE, 'data')
  return existsSync(data) && readdirSync(data).length > 0
}

/** A path of a socket has at most 104 bytes on macOS; the longest name in the folder is subtracted. */
const MAX_SOCKET_FOLDER_BYTES = 80

/** Throws a UserError if the folder cannot be used. */
export function prepareDataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir)
  try {
    return prepare(path)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`The data folder ${path} cannot be used: ${(error as Error).message}`)
  }
}

function prepare(path: string): DataFolder {
  refuseFormerDatabase(path)
  const database = join(path, DATABASE)
  const data = join(database, 'data')
  const socketFolder = join(path, 'sockets')
  for (const folder of [data, socketFolder]) mkdirSync(folder, { recursive: true })
  // The folder above them may be used by others as well.
  for (const folder of [database, data, socketFolder]) chmodSync(folder, 0o700)
  const { sockets, removeAlias } = shortAlias(socketFolder)
  return {
    path,
    data,
    sockets,
    lock: process.platform === 'win32' ? windowsPipe(path) : join(sockets, 'lock'),
    tokenSecret: persistentSecret(join(path, 'token-secret')),
    removeAlias,
  }
}

/** Former versions had another database, in a folder of this name. */
function refuseFormerDatabase(path: string): void {
  if (!existsSync(join(path, 'database/PG_VERSION'))) return
  throw new UserError(
    `The database in ${path} is of a former version of the shop, which this one cannot read: run "npm run backup" with that version, move the folder away, and run "npm run restore" with this one.`,
  )
}

/**
 * A path that is long or not ASCII, which PostgREST reads by a locale only, is replaced by a link in a folder of the
 * temporary one, whose path is taken for short and ASCII. Only this user can open it.
 */
function shortAlias(folder: string): { sockets: string; removeAlias: () => void } {
  const isShort = folder.length <= MAX_SOCKET_FOLDER_BYTES && /^[ -~]*$/.test(folder)
  if (process.platform === 'win32' || isShort) {
    return { sockets: folder, removeAlias: () => undefined }
  }
  const alias = mkdtempSync(join(tmpdir(), 'zulf-'))
  const sockets = join(alias, 's')
  symlinkSync(folder, sockets)
  return { sockets, removeAlias: () => rmSync(alias, { recursive: true, force: true }) }
}

function windowsPipe(path: string): string {
  return `\\\\.\\pipe\\zulf-${createHash('sha256').update(path.toLowerCase()).digest('hex').slice(0, 24)}`
}

/** 256 bits, as a signature of HS256 has. */
const TOKEN_SECRET = /^[\w-]{43,}$/

/** Never part of a message: whoever reads it can sign in as the admin. */
function persistentSecret(file: string): string {
  const secret = readSecret(file) ?? saveSecret(file)
  if (TOKEN_SECRET.test(secret)) return secret
  throw new UserError(
    `The token secret ${file} is damaged: delete it, and a new one is made. Whoever is signed in has to sign in again.`,
  )
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Under another name until it is whole. A link replaces no secret that another process saved first. */
function saveSecret(file: string): string {
  const unfinished = `${file}.${process.pid}`
  const secret = randomBytes(48).toString('base64url')
  try {
    writeFileSync(unfinished, secret, { mode: 0o600 })
    linkSync(unfinished, file)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8')
    throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Written into `unfinished` of the data folder. */
export type Unfinished = 'first start' | 'restore'

const markerOf = (folder: DataFolder) => join(folder.path, 'unfinished')

/** Until `markFinished`, no start uses what is in the folder. */
export function markUnfinished(folder: DataFolder, work: Unfinished): void {
  writeFileSync(markerOf(folder), work)
}

export function markFinished(folder: DataFolder): void {
  rmSync(markerOf(folder), { force: true })
}

/**
 * Throws a UserError after a restore that did not end. A first start that did not end is begun again.
 * Whether the database is whole, Postgres finds out.
 */
export function prepareStart(folder: DataFolder): void {
  const { path, data } = folder
  const unfinished = existsSync(markerOf(folder)) && readFileSync(markerOf(folder), 'utf8')
  if (unfinished === 'first start') {
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
  } else if (unfinished !== false) {
    throw new UserError(
      `A restore into the data folder ${path} did not end: delete the folder and restore again.`,
    )
  }
  if (readdirSync(data).length === 0) markUnfinished(folder, 'first start')
}
