/* The page of statements: the import of a file, and those that were applied. */
import { createList } from '#admin/lists/list.store.ts'
import { type TrailQuery, trailParams } from '#admin/lists/trail.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { createImport } from './import.store.ts'
import { createStatementActs } from './statement-acts.store.ts'
import { fetchStatements } from './statements.api.ts'
import type { PageOfStatements } from './statements.ts'

export function createStatementsPage() {
  const list = createList<TrailQuery, PageOfStatements>({
    schema: trailParams(),
    fetchPage: (query) => withCouriers(fetchStatements(query)),
    errorMessage: 'Error fetching statements',
    reloadsWhenVisible: true,
  })
  const importing = createImport({ onApplied: () => void list.show({}) })
  const acts = createStatementActs({
    onChange: (undone) => {
      if (undone) importing.forget(undone)
      return list.load()
    },
  })

  function start(): () => void {
    importing.start()
    return list.start()
  }

  return { list, acts, importing, start }
}

export type StatementsPageStore = ReturnType<typeof createStatementsPage>
