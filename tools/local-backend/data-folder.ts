/*
 * Where the store keeps what lasts (the database, its secret) and what does not (its sockets).
 * Only the owner of the folder may read any of it: the database asks nobody for a password.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { BackendError } from './backend-error.ts'

export interface DataFolder {
  path: string
  database: string
  /** The sockets' folder, under a name short enough for a socket. */
  sockets: string
  lock: string
  /** What signs the tokens of this folder's sessions. */
  tokenSecret: string
  forgetAlias(): void
}

/** The address of a socket is kept in some 104 bytes, the longest name in it taken off. */
const LONGEST_SOCKET_FOLDER = 80

/** Throws a BackendError where the folder cannot be used. */
export function prepareDataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir)
  try {
    return prepare(path)
  } catch (error) {
    if (error instanceof BackendError) throw error
    throw new BackendError(`The data folder ${path} cannot be used: ${(error as Error).message}`)
  }
}

function prepare(path: string): DataFolder {
  const database = join(path, 'database')
  const socketFolder = join(path, 'sockets')
  for (const folder of [path, database, socketFolder]) mkdirSync(folder, { recursive: true })
  // The folder itself may have been made by someone for more than us.
  for (const folder of [database, socketFolder]) chmodSync(folder, 0o700)
  const { sockets, forgetAlias } = shortNameOf(socketFolder)
  return {
    path,
    database,
    sockets,
    lock: process.platform === 'win32' ? windowsPipe(path) : join(sockets, 'lock'),
    tokenSecret: lastingSecret(join(path, 'token-secret')),
    forgetAlias,
  }
}

/** A long folder is reached through a link in the temporary folder, which only we may enter. */
function shortNameOf(folder: string): { sockets: string; forgetAlias: () => void } {
  if (process.platform === 'win32' || Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) {
    return { sockets: folder, forgetAlias: () => undefined }
  }
  const alias = mkdtempSync(join(tmpdir(), 'zulf-'))
  const sockets = join(alias, 's')
  symlinkSync(folder, sockets)
  return { sockets, forgetAlias: () => rmSync(alias, { recursive: true, force: true }) }
}

function windowsPipe(path: string): string {
  return `\\\\.\\pipe\\zulf-${createHash('sha256').update(path.toLowerCase()).digest('hex').slice(0, 24)}`
}

/** 256 bits, as a signature of HS256 has. */
const TOKEN_SECRET = /^[\w-]{43,}$/

/** Never part of a message: whoever reads it can sign in as the admin. */
function lastingSecret(file: string): string {
  const secret = readSecret(file) ?? saveSecret(file)
  if (TOKEN_SECRET.test(secret)) return secret
  throw new BackendError(
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
