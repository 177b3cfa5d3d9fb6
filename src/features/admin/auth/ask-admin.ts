/* Every question of the admin goes through here, so that a session that is over ends in one way. */
import type { AuthError, PostgrestSingleResponse } from '@supabase/supabase-js'
import { adminClient } from '#api/admin-client.ts'
import { isFinalStatus } from '#api/final-status.ts'
import { ShopError } from '#shared/shop-error.ts'
import { endSession } from './leave-admin.ts'

/** Milliseconds to wait for a new token: supabase-js itself tries a lost network for half a minute. */
const PATIENCE = 10_000

type Reply<Data> = PostgrestSingleResponse<Data>

/**
 * The data of a call to `adminClient`. Throws ShopError `unreachable` (no network, no answer, a fault of
 * the server), `refused` (the store's own word), or `forbidden` once the session is over: then the flag
 * is gone and the page is on its way to the login.
 */
export async function askAdmin<Data>(call: PromiseLike<Reply<Data>>): Promise<Data> {
  const { data, error } = await inTime(adminClient.auth.getSession())
  if (!data.session) throw lostSession(error)

  const first = await call
  const reply = isUnknownToken(first)
    ? await askWithNewToken(call, data.session.access_token)
    : first
  if (!reply.error) return reply.data
  if (isForbidden(reply)) throw forbidden(reply.error)
  throw new ShopError(isFinalStatus(reply.status) ? 'refused' : 'unreachable', {
    cause: reply.error,
  })
}

/**
 * A device that slept, or whose clock is wrong, sends a token that is spent: once, a new one is worth a
 * try. Another call of the page may have renewed it meanwhile.
 */
async function askWithNewToken<Data>(
  call: PromiseLike<Reply<Data>>,
  spentToken: string,
): Promise<Reply<Data>> {
  const { data: current } = await inTime(adminClient.auth.getSession())
  if (current.session && current.session.access_token !== spentToken) return call
  const { data, error } = await inTime(adminClient.auth.refreshSession())
  if (!data.session) throw lostSession(error)
  return call
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new ShopError('unreachable')), PATIENCE)
  })
  return Promise.race([answer, tooLate])
}

/** Why there is no token to ask with: the network may be at fault, not the session. */
function lostSession(error: AuthError | null): ShopError {
  if (error && !isFinalStatus(error.status ?? 0))
    return new ShopError('unreachable', { cause: error })
  return forbidden(error)
}

function forbidden(cause: unknown): ShopError {
  endSession()
  return new ShopError('forbidden', { cause })
}

function isUnknownToken({ status, error }: Reply<unknown>): boolean {
  return status === 401 && /^PGRST30\d$/.test(error?.code ?? '')
}

function isForbidden({ status, error }: Reply<unknown>): boolean {
  return status === 401 || status === 403 || /^(42501|PGRST30\d)$/.test(error?.code ?? '')
}
