import type { Query } from '../database.ts'
import type { AuthUser } from './auth-responses.ts'

/** Whose session this is; nobody's once it was ended. */
export async function userOfSession(
  query: Query,
  sessionId: unknown,
): Promise<AuthUser | undefined> {
  const [user] = await query(
    `select person.* from auth.sessions as session
     join auth.users as person on person.id = session.user_id where session.id = $1`,
    [sessionId],
  )
  return user as unknown as AuthUser | undefined
}
