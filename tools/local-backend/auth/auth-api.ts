/*
 * The part of Supabase Auth that the shop calls: sign in with a password, refresh, who am I, sign
 * out. No sign-up, no e-mail, no second factor.
 */
import type { JWTPayload } from 'jose'
import type { Database } from '../../postgres/database.ts'
import type { JsonResponse } from '../http-messages.ts'
import { bearerToken, createAccessTokens } from './access-tokens.ts'
import { createSignIn } from './sign-in.ts'
import { authError, userBody, userOfSession } from './users.ts'

interface AuthRequest {
  method: string
  /** After /auth/v1. */
  path: string
  search: URLSearchParams
  authorization: string | undefined
  /** The JSON body; whatever is not an object counts as an empty one. */
  body: Record<string, unknown>
  /** The IP address that limits count. */
  client: string
}

export type AuthApi = (request: AuthRequest) => Promise<JsonResponse>

export function createAuthApi(
  database: Pick<Database, 'transaction'>,
  tokenSecret: string,
): AuthApi {
  const tokens = createAccessTokens(tokenSecret)
  const signIn = createSignIn(database, tokens)

  return async (request) => {
    switch (`${request.method} ${request.path}`) {
      case 'GET /health':
        return { status: 200, body: { name: 'Auth of the local backend' } }
      case 'POST /token':
        return grantToken(request)
      case 'GET /user':
        return asBearer(request, showUser)
      case 'POST /logout':
        return asBearer(request, (claims) => endSessions(claims, request.search.get('scope')))
      case 'POST /signup':
        return authError(422, 'signup_disabled', 'Signups not allowed for this instance')
      default:
        return authError(404, 'not_found', 'The local backend has no such path')
    }
  }

  async function grantToken({ search, body, client }: AuthRequest): Promise<JsonResponse> {
    switch (search.get('grant_type')) {
      case 'password':
        return signIn.withPassword(text(body['email']), text(body['password']), client)
      case 'refresh_token':
        return signIn.withRefreshToken(text(body['refresh_token']))
      default:
        return authError(400, 'validation_failed', 'unsupported_grant_type')
    }
  }

  async function asBearer(
    { authorization }: AuthRequest,
    respond: (claims: JWTPayload) => Promise<JsonResponse>,
  ): Promise<JsonResponse> {
    const token = bearerToken(authorization)
    if (!token) {
      return authError(401, 'no_authorization', 'This endpoint requires a Bearer token')
    }
    const claims = await tokens.verify(token).catch(() => undefined)
    if (!claims || !isUuid(claims.sub) || !isUuid(claims['session_id'])) {
      return authError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
    }
    return respond(claims)
  }

  async function showUser(claims: JWTPayload): Promise<JsonResponse> {
    const user = await database.transaction((query) => userOfSession(query, claims['session_id']))
    if (user) return { status: 200, body: userBody(user) }
    return authError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    )
  }

  /** Scope `local` ends this session, `others` all others of the user; without a scope every session ends. */
  async function endSessions(claims: JWTPayload, scope: string | null): Promise<JsonResponse> {
    const which =
      scope === 'local' ? 'id = $2' : scope === 'others' ? 'id <> $2' : '$2::uuid is not null'
    await database.transaction((query) =>
      query(`delete from auth.sessions where user_id = $1 and ${which}`, [
        claims.sub,
        claims['session_id'],
      ]),
    )
    return { status: 204 }
  }
}

/** Postgres stores no NUL, so no name or token has one. */
function text(value: unknown): string {
  return typeof value === 'string' && !value.includes('\0') ? value : ''
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}
