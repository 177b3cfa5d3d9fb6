import type { Database, Query } from '../postgres/database.ts'
import { passwordDigest } from './auth/users.ts'

export interface AdminLogin {
  email: string
  password: string
}

/**
 * Saves the only admin. A new password ends the sessions that the old one opened;
 * a new name takes the rights from the old name.
 */
export async function saveLocalAdmin(
  database: Pick<Database, 'transaction'>,
  login: AdminLogin,
): Promise<void> {
  await database.transaction(async (query) => {
    const id = await saveUser(query, login)
    await query('delete from private.store_admins where user_id <> $1', [id])
    await query('insert into private.store_admins (user_id) values ($1) on conflict do nothing', [
      id,
    ])
  })
}

/** Nobody can sign up: users of the local backend are created here. Returns the user's id. */
export async function saveUser(query: Query, { email, password }: AdminLogin): Promise<string> {
  const [known] = await query(
    `select id, encrypted_password = extensions.crypt($2, encrypted_password) as same_password
     from auth.users where lower(email) = lower($1)`,
    [email, passwordDigest(password)],
  )
  if (known?.['same_password']) return known['id'] as string
  const [hashed] = await query(
    `select extensions.crypt($1, extensions.gen_salt('bf', 10)) as password`,
    [passwordDigest(password)],
  )
  if (!known) {
    const [made] = await query(
      `insert into auth.users (email, encrypted_password, email_confirmed_at, aud, role)
       values (lower($1), $2, now(), 'authenticated', 'authenticated') returning id`,
      [email, hashed?.['password']],
    )
    return made?.['id'] as string
  }
  await query('delete from auth.sessions where user_id = $1', [known['id']])
  await query(
    'update auth.users set encrypted_password = $2, email_confirmed_at = now() where id = $1',
    [known['id'], hashed?.['password']],
  )
  return known['id'] as string
}
