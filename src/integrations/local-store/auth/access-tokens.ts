import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { AuthUser } from './auth-answers.ts'

/** Seconds that an access token is good for; Supabase's default. */
export const TOKEN_LIFETIME = 3600

export interface AccessTokens {
  issue(user: AuthUser, sessionId: string): Promise<{ token: string; expiresAt: number }>
  /** Rejects for a token that is forged, expired or signed in another way. */
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
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
      return payload
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
