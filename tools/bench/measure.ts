import type { AdminApi, Call } from './admin/admin-api.ts'

export interface Timing {
  median: number
  p95: number
  bytes: number
}

/** One call, and who is asked. */
export interface Asked {
  api: AdminApi
  call: Call
}

const CALLS = 50
/** Connections open, pages are read for the first time, plans are made. */
const WARM_UP = 5

/**
 * Milliseconds of a whole request, and the size of its answer before compression. All are asked in
 * turn, so that whatever else the machine does meanwhile slows them alike.
 */
export async function measure(asked: Asked[]): Promise<Timing[]> {
  const samples = asked.map((): { times: number[]; bytes: number } => ({ times: [], bytes: 0 }))
  for (let nth = 0; nth < WARM_UP + CALLS; nth++) {
    for (const [index, { api, call }] of asked.entries()) {
      const start = performance.now()
      const body = await api.send(call, nth)
      const time = performance.now() - start
      const sample = samples[index]
      if (!sample || nth < WARM_UP) continue
      sample.times.push(time)
      sample.bytes = Buffer.byteLength(body)
    }
  }
  return samples.map(({ times, bytes }) => {
    const sorted = times.toSorted((one, other) => one - other)
    return { median: at(sorted, 0.5), p95: at(sorted, 0.95), bytes }
  })
}

function at(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
