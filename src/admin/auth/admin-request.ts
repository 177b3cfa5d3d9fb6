/* Every request of the admin goes through here, so that the end of the session is handled once. */
import type { AuthError, PostgrestSingleResponse } from '@supabase/supabase-js'
import type { Database, Json } from '#api/database.types.ts'
import { isRecord } from '#kit/json.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { adminClient } from './admin-client.ts'
import { endSession } from './session.ts'

/** How long to wait for a new token: supabase-js itself retries a lost network for 30 seconds. */
const TOKEN_TIMEOUT_MS = 10_000

/** What PostgREST says of a function, or of parameters, that it does not know. */
const MISSING_FUNCTION = 'PGRST202'

/** Before each retry of a call whose token a host takes for one of the future. */
const FUTURE_TOKEN_DELAYS_MS = [1000, 3000]

export type AdminResponse = PostgrestSingleResponse<Json>

/** A function of the API, or a selection of rows. */
export type AdminCall = PromiseLike<AdminResponse>

type FunctionName = keyof Database['public']['Functions']

/** As `adminRequest`, of a function that takes an object, or nothing. What it refuses is thrown as well. */
export async function adminRpc<Data>(name: FunctionName, p?: object): Promise<Data> {
  const data = await adminRequest<Data>(adminClient.rpc(name, (p ? { p } : {}) as never))
  if (isRefusedRequest(data)) throw new ShopError('refused', { cause: data })
  return data
}

/**
 * Returns the data of a call to `adminClient`, typed by its caller and not validated: it is the shop's own
 * backend. Throws ShopError `refused` (the decision of a function, of
 * Postgres or of PostgREST), `forbidden` once the session is over: then the flag is removed and the page is on
 * its way to the login; `unforeseen` where the page is of another version than the database: loaded again, it has the
 * functions that are there; else `unreachable`, which leaves the outcome unknown.
 */
export async function adminRequest<Data>(call: AdminCall): Promise<Data> {
  const { data, error } = await withTimeout(adminClient.auth.getSession())
  if (!data.session) throw missingSession(error)

  const first = await callInTime(call)
  const response = isUnknownToken(first)
    ? await retryWithNewToken(call, data.session.access_token)
    : first
  if (!response.error) return response.data as Data
  if (isFutureToken(response)) throw new ShopError('unreachable', { cause: response.error })
  if (isForbidden(response)) throw forbidden(response.error)
  if (response.error.code === MISSING_FUNCTION)
    throw new ShopError('unforeseen', { cause: response.error })
  throw new ShopError(isRefusal(response) ? 'refused' : 'unreachable', { cause: response.error })
}

/** What a function did not do, and why. */
export interface RefusedRequest {
  ok: false
  code: string
  field?: string
}

/** What a function responds that refuses with {ok: false, code}. */
export type RequestResult<Data = unknown> = ({ ok: true } & Data) | RefusedRequest

function isRefusedRequest(body: unknown): body is RefusedRequest {
  return isRecord(body) && body['ok'] === false && typeof body['code'] === 'string'
}

/** As `adminRpc`, whose caller looks at a refusal. */
export async function adminCall<Result extends { ok: boolean } = RequestResult>(
  name: FunctionName,
  p?: object,
): Promise<Result> {
  try {
    return await adminRpc<Result>(name, p)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (isRefusedRequest(error.cause)) return error.cause as unknown as Result
    throw error
  }
}

/**
 * Hosts whose clocks differ respond "JWT issued at future" for seconds, to whatever token (PostgREST's issue 5196). A
 * newer one would be worse, and the call did nothing: it is sent again.
 */
export async function callInTime(call: AdminCall): Promise<AdminResponse> {
  let response = await call
  for (const delay of FUTURE_TOKEN_DELAYS_MS) {
    if (!isFutureToken(response)) break
    await new Promise((resolve) => setTimeout(resolve, delay))
    response = await call
  }
  return response
}

/**
 * A device that slept, or whose clock is wrong, sends an expired token: it is renewed once. Another
 * call of the page may have renewed it meanwhile.
 */
async function retryWithNewToken(call: AdminCall, expiredToken: string): Promise<AdminResponse> {
  const { data: current } = await withTimeout(adminClient.auth.getSession())
  if (current.session && current.session.access_token !== expiredToken) return callInTime(call)
  const { data, error } = await withTimeout(adminClient.auth.refreshSession())
  if (!data.session) throw missingSession(error)
  return callInTime(call)
}

async function withTimeout<Result>(result: Promise<Result>): Promise<Result> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new ShopError('unreachable')), TOKEN_TIMEOUT_MS)
  })
  return Promise.race([result, timeout])
}

/** Why there is no token: the network or the key of the site may be at fault, not the session. */
function missingSession(error: AuthError | null): ShopError {
  // What Supabase Auth responds about a session that has ended.
  if (!error || error.status === 400 || error.status === 403) return forbidden(error)
  return new ShopError('unreachable', { cause: error })
}

function forbidden(cause: unknown): ShopError {
  endSession()
  return new ShopError('forbidden', { cause })
}

export function isFutureToken({ status, error }: AdminResponse): boolean {
  return status === 401 && /issued at future/i.test(error?.message ?? '')
}

function isUnknownToken(response: AdminResponse): boolean {
  const { status, error } = response
  return status === 401 && /^PGRST30\d$/.test(error?.code ?? '') && !isFutureToken(response)
}

/** By its code: a gateway's 401 is about the key of the site, and a proxy's 403 about nothing of ours. */
function isForbidden({ error }: AdminResponse): boolean {
  return /^(42501|PGRST30\d)$/.test(error?.code ?? '')
}

/**
 * Whether a response decides: it has a code of a function, of Postgres or of PostgREST. A database that was killed
 * responds 400 with an empty code, a gateway and a proxy without any.
 */
function isRefusal({ status, error }: AdminResponse): boolean {
  return status >= 400 && status < 500 && /^(\w{5}|PGRST\d+|[a-z_]+)$/.test(error?.code ?? '')
}
