import { decodeJwt, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { AuthUser } from './users.ts'

/** Seconds that an access token is good for; Supabase's default. */
export const TOKEN_LIFETIME = 3600

export interface AccessTokens {
  issue(user: AuthUser, sessionId: string): Promise<{ token: string; expiresAt: number }>
  /** Rejects for a token that is forged, expired, signed in another way or meant for somebody else. */
  verify(token: string): Promise<JWTPayload>
}

export function createAccessTokens(secret: string): AccessTokens {
  const key = new TextEncoder().encode(secret)
  return {
    async issue(user, sessionId) {
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + TOKEN_LIFETIME
      const token = await new SignJWT(claimsOf(user, sessionId, issuedAt))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(user.id)
        .setAudience('authenticated')
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresAt }
    },
    async verify(token) {
      const expected = { algorithms: ['HS256'], audience: 'authenticated' }
      return (await jwtVerify(token, key, expected)).payload
    },
  }
}

function claimsOf(user: AuthUser, sessionId: string, issuedAt: number): JWTPayload {
  return {
    role: user.role,
    email: user.email,
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    session_id: sessionId,
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: issuedAt }],
    is_anonymous: false,
  }
}

/**
 * A hosted PostgREST connects as a role that may become only these. Ours connects as the superuser, the
 * only role that PGlite has, which may become any role.
 */
const ROLES = ['anon', 'authenticated', 'service_role']

/** Whether a token, whoever signed it, asks to be a role that the API never is. */
export function namesForeignRole(authorization: string | undefined): boolean {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (!token) return false
  try {
    const { role = 'anon' } = decodeJwt(token)
    return !ROLES.includes(String(role))
  } catch {
    // No token at all: PostgREST says so better.
    return false
  }
}
