/* The Postgres server of a run: its database `postgres` has all migrations, and is the template of others. */
import type { TestProject } from 'vitest/node'
import { SUPERUSER } from '#tools/postgres/cluster.ts'
import type { ServerConnection } from '#tools/postgres/server.ts'
import { startTemporaryServer } from '#tools/postgres/temporary-server.ts'
import { copyDatabase, type DatabaseKind } from './prepare-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: ServerConnection
    hasDesk: boolean
  }
}

export default (project: TestProject) => provideServer(project)

export async function provideServer(
  project: TestProject,
  kind: DatabaseKind = 'migrated',
): Promise<() => Promise<void>> {
  const server = await startTemporaryServer({ prepare: (data) => copyDatabase(data, kind) })
  project.provide('postgres', server.connection(SUPERUSER))
  project.provide('hasDesk', kind !== 'without-desk')
  return server.stop
}
