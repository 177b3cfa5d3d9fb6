/* Everything on the page of one statement. */
import { idParam } from '#admin/lists/list.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { withCouriers } from '../with-couriers.ts'
import { createStatementActs } from './statement-acts.store.ts'
import { fetchStatement } from './statements.api.ts'
import type { Statement, StatementParcel } from './statements.ts'

export interface WholeStatement {
  statement: Statement
  parcels: StatementParcel[]
}

interface PageOptions {
  fetchStatement?: typeof fetchStatement
  url?: QueryUrl
}

export function createStatementPage({ url, ...options }: PageOptions = {}) {
  const services = { fetchStatement: fetchWithCouriers, ...options }
  const { $query } = queryState({ id: idParam }, url && { url })
  /** Null where no statement has the id of the URL. */
  const remote = createRemoteStore(() => loadWhole($query.get().id, services.fetchStatement), {
    errorMessage: 'Error fetching a statement',
    keepsValue: true,
    retriesWhenOnline: true,
  })
  const acts = createStatementActs({ onChange: remote.load })
  return { ...remote, acts }
}

export type StatementPageStore = ReturnType<typeof createStatementPage>

function fetchWithCouriers(...asked: Parameters<typeof fetchStatement>) {
  return withCouriers(fetchStatement(...asked))
}

/** In as many requests as its parcels need. */
async function loadWhole(
  id: number,
  fetchPage: typeof fetchStatement,
): Promise<WholeStatement | null> {
  const first = id === 0 ? null : await fetchPage(id)
  if (!first) return null
  const { statement, lines, next: second } = first
  const parcels = [...lines]
  let next = second
  while (next !== null) {
    const page = await fetchPage(id, next)
    parcels.push(...(page?.lines ?? []))
    next = page?.next ?? null
  }
  return { statement, parcels }
}
