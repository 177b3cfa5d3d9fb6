import { randomBytes } from 'node:crypto'
import type { Database, Query } from '../../postgres/database.ts'
import type { JsonResponse } from '../http-messages.ts'
import { type AccessTokens, TOKEN_LIFETIME_SECONDS } from './access-tokens.ts'
import { createLoginLimit } from './login-limit.ts'
import { type AuthUser, authError, passwordDigest, userBody, userOfSession } from './users.ts'

/** Two tabs that refresh at once get the same token; neither is signed out. */
const REUSE_INTERVAL = '10 seconds'
/** No password has this hash: an unknown user costs as much time as a wrong password. */
const UNMATCHED_HASH = '$2a$10$7EqJtq98hPqEX7fNZaFWoOhi5B8J9iTbGUmJhO9zZ0Yv0nQ0q0Q0q'

const wrongLogin = authError(400, 'invalid_credentials', 'Invalid login credentials')

const tooManyLogins = authError(429, 'over_request_rate_limit', 'Request rate limit reached')

const unknownToken = authError(
  400,
  'refresh_token_not_found',
  'Invalid Refresh Token: Refresh Token Not Found',
)

export interface SignIn {
  withPassword(email: string, password: string, client: string): Promise<JsonResponse>
  withRefreshToken(token: string): Promise<JsonResponse>
}

export function createSignIn(
  database: Pick<Database, 'transaction'>,
  tokens: AccessTokens,
): SignIn {
  const limit = createLoginLimit()
  return {
    async withPassword(email, password, client) {
      // Counted before the password is compared, so that many at once are counted too.
      const giveBack = limit.take(email, client)
      if (!giveBack) return tooManyLogins
      return database.transaction(async (query) => {
        const user = await findUser(query, email, password)
        if (!user) return wrongLogin
        giveBack()
        if (isBanned(user)) return authError(400, 'user_banned', 'User is banned')
        const [session] = await query(
          'insert into auth.sessions (user_id) values ($1) returning id',
          [user.id],
        )
        const [signedIn] = await query(
          'update auth.users set last_sign_in_at = now() where id = $1 returning *',
          [user.id],
        )
        const sessionId = session?.['id'] as string
        const refreshToken = await issueRefreshToken(query, user.id, sessionId, null)
        return sessionResponse(tokens, signedIn as unknown as AuthUser, sessionId, refreshToken)
      })
    },

    withRefreshToken: (token) =>
      database.transaction(async (query) => {
        const known = await findRefreshToken(query, token)
        const user = known && (await userOfSession(query, known.session_id))
        if (!user) return unknownToken
        const next = known.revoked
          ? await tokenOfSameMoment(query, known)
          : await rotate(query, user, known)
        if (next) return sessionResponse(tokens, user, known.session_id, next)
        // A used token is sent again: it was stolen. The session ends for everybody.
        await query('delete from auth.sessions where id = $1', [known.session_id])
        return authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
      }),
  }
}

interface RefreshToken {
  token: string
  session_id: string
  revoked: boolean
}

async function findUser(
  query: Query,
  email: string,
  password: string,
): Promise<AuthUser | undefined> {
  const [user] = await query(
    `select * from auth.users
     where lower(email) = lower($1) and email_confirmed_at is not null and deleted_at is null`,
    [email],
  )
  const hash = user?.['encrypted_password'] ?? UNMATCHED_HASH
  const [check] = await query('select extensions.crypt($1, $2) = $2 as matches', [
    passwordDigest(password),
    hash,
  ])
  return user && check?.['matches'] ? (user as unknown as AuthUser) : undefined
}

/** Two tabs that send one token wait for each other. */
async function findRefreshToken(query: Query, token: string): Promise<RefreshToken | undefined> {
  const [known] = await query(
    'select token, session_id, revoked from auth.refresh_tokens where token = $1 for update',
    [token],
  )
  return known as unknown as RefreshToken | undefined
}

async function rotate(query: Query, user: AuthUser, spent: RefreshToken): Promise<string> {
  await query(
    'update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1',
    [spent.token],
  )
  await query('update auth.sessions set refreshed_at = now(), updated_at = now() where id = $1', [
    spent.session_id,
  ])
  return issueRefreshToken(query, user.id, spent.session_id, spent.token)
}

async function tokenOfSameMoment(query: Query, spent: RefreshToken): Promise<string | undefined> {
  const [successor] = await query(
    `select next.token
     from auth.refresh_tokens as next
     join auth.refresh_tokens as spent on spent.token = next.parent
     where spent.token = $1 and not next.revoked
       and spent.updated_at > now() - $2::interval`,
    [spent.token, REUSE_INTERVAL],
  )
  return successor?.['token'] as string | undefined
}

async function issueRefreshToken(
  query: Query,
  userId: string,
  sessionId: string,
  parent: string | null,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await query(
    'insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3, $4)',
    [token, userId, sessionId, parent],
  )
  return token
}

async function sessionResponse(
  tokens: AccessTokens,
  user: AuthUser,
  sessionId: string,
  refreshToken: string,
): Promise<JsonResponse> {
  const { token, expiresAt } = await tokens.issue(user, sessionId)
  return {
    status: 200,
    body: {
      access_token: token,
      token_type: 'bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: userBody(user),
    },
  }
}

function isBanned(user: AuthUser): boolean {
  return user.banned_until !== null && user.banned_until > new Date()
}
