import { createHash } from 'node:crypto'

/** bcrypt reads 72 bytes and no further, fewer than 64 characters of Urdu; this reads all of it. */
export function passwordDigest(password: string): string {
  return createHash('sha256').update(password).digest('base64')
}
