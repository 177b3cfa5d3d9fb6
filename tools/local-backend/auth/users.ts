/* Users and their passwords in the tables of Supabase Auth, and the JSON that its API returns. */
import { createHash } from 'node:crypto'
import type { Query } from '../../postgres/database.ts'
import type { JsonResponse } from '../http-messages.ts'

/** A row of auth.users. */
export interface AuthUser {
  id: string
  role: string
  email: string
  encrypted_password: string
  email_confirmed_at: Date | null
  last_sign_in_at: Date | null
  banned_until: Date | null
  raw_app_meta_data: object
  raw_user_meta_data: object
  created_at: Date
  updated_at: Date
}

/** In the shape of Supabase Auth's errors. */
export function authError(status: number, error_code: string, msg: string): JsonResponse {
  return { status, body: { code: status, error_code, msg } }
}

export function userBody(user: AuthUser): object {
  return {
    id: user.id,
    aud: 'authenticated',
    role: user.role,
    email: user.email,
    email_confirmed_at: user.email_confirmed_at,
    confirmed_at: user.email_confirmed_at,
    last_sign_in_at: user.last_sign_in_at,
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: [],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}

/** Returns the user of a session that has not ended. */
export async function userOfSession(
  query: Query,
  sessionId: unknown,
): Promise<AuthUser | undefined> {
  const [user] = await query(
    `select u.* from auth.sessions as session
     join auth.users as u on u.id = session.user_id where session.id = $1`,
    [sessionId],
  )
  return user as unknown as AuthUser | undefined
}

/** bcrypt reads no more than 72 bytes, which 64 characters of Urdu exceed. The digest covers the whole password. */
export function passwordDigest(password: string): string {
  return createHash('sha256').update(password).digest('base64')
}
