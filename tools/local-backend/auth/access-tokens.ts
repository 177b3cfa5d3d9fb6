import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { AuthUser } from './users.ts'

/** As Supabase's default. */
export const TOKEN_LIFETIME_SECONDS = 3600

export interface AccessTokens {
  issue(user: AuthUser, sessionId: string): Promise<{ token: string; expiresAt: number }>
  /** Rejects for a token that is forged or expired, or has another algorithm or audience. */
  verify(token: string): Promise<JWTPayload>
}

export function createAccessTokens(secret: string): AccessTokens {
  const key = new TextEncoder().encode(secret)
  return {
    async issue(user, sessionId) {
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + TOKEN_LIFETIME_SECONDS
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

/** The token of an Authorization header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
}
