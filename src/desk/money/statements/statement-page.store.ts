/* Everything on the page of one statement. */
import { idParam } from '#admin/lists/list.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { queryState } from '#kit/query-state.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { createStatementActs } from './statement-acts.store.ts'
import { fetchStatement } from './statements.api.ts'

export function createStatementPage() {
  const { id } = queryState({ id: idParam }).$query.get()
  /** Null where no statement has the id of the URL. */
  const remote = createRemoteStore(() => withCouriers(fetchStatement(id)), {
    errorMessage: 'Error fetching a statement',
    keepsValue: true,
    retriesWhenOnline: true,
  })
  return { ...remote, acts: createStatementActs({ onChange: remote.load }) }
}

export type StatementPageStore = ReturnType<typeof createStatementPage>
