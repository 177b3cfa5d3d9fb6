import { hasCode } from '#kit/remote/shop-error.ts'

/** The pauses before the first and the second automatic retry. */
const RETRY_DELAYS_MS = [500, 1500]

/** No retry begins later than this after the first try. */
const RETRY_DEADLINE_MS = 20_000

export interface Clock {
  wait(milliseconds: number): Promise<void>
  now(): number
}

/** Retries a request whose outcome is unknown. For requests that are safe to repeat only. */
export async function withRetry<Result>(
  request: () => Promise<Result>,
  { wait, now }: Clock,
): Promise<Result> {
  const start = now()
  let delays = RETRY_DELAYS_MS
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!hasCode(error, 'unreachable')) throw error
      // A gateway that limits calls gets one more, after the longest pause.
      const [delay, ...later] = error.status === 429 ? delays.slice(-1) : delays
      if (delay === undefined || now() - start + delay > RETRY_DEADLINE_MS) throw error
      delays = later
      await wait(delay)
    }
  }
}
