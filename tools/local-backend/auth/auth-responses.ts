import type { Answer } from '../http-messages.ts'

/** The columns of auth.users that a client is told of. */
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
export function authError(status: number, error_code: string, msg: string): Answer {
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
