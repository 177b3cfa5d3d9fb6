/* What the program that empties the outbox does, step by step, on the database of a test. */

export interface ClaimedNotice {
  id: number
  kind: string
  subject: string
  counts: Record<string, unknown> | null
  toConfirm: number
  amount: number | null
  city: string | null
  status: string | null
  targets: { id: string; way: string; url: string | null }[]
}

/** What a browser of an admin sends. */
export function aDevice(name: string) {
  return {
    url: `https://push.example/${name}`,
    p256dh: 'B'.padEnd(87, 'A'),
    auth: 'a'.repeat(22),
    name: 'Chrome on Android',
  }
}

type Sql = <Row>(statement: string, values?: unknown[]) => Promise<Row[]>

export function outboxCalls(sql: Sql) {
  async function claim(sender: { hasBuildHook?: boolean } = {}): Promise<ClaimedNotice[]> {
    const [row] = await sql<{ claimed: { notices: ClaimedNotice[] } }>(
      'select public.claim_notices($1) as claimed',
      [sender],
    )
    return row?.claimed.notices ?? []
  }

  /** Time passes for all that is in the outbox. */
  const pass = (time: string) =>
    sql(
      `update private.outbox set at = at - $1::interval, next_at = next_at - $1::interval,
         claimed_at = claimed_at - $1::interval, ended_at = ended_at - $1::interval where true`,
      [time],
    )

  return {
    claim,
    pass,
    report: (p: Record<string, unknown>) => sql('select public.report_notices($1)', [p]),
  }
}
