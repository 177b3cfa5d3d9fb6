import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JWTPayload, SignJWT } from 'jose'

export interface TokenForge {
  /** Claims of one's own choice under a right signature: what leaks when a secret does. */
  sign(claims: JWTPayload, secret?: string): Promise<string>
}

export function tokenForge(dataDir: string): TokenForge {
  const storeSecret = readFileSync(join(dataDir, 'token-secret'), 'utf8')
  return {
    sign: (claims, secret = storeSecret) =>
      new SignJWT({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(new TextEncoder().encode(secret)),
  }
}
