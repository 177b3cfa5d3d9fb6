/* The Postgres server of a run: its database `postgres` has all migrations, and is the template of others. */
import type { TestProject } from 'vitest/node'
import { SUPERUSER } from '#tools/postgres/cluster.ts'
import type { ServerConnection } from '#tools/postgres/server.ts'
import { startTemporaryServer } from '#tools/postgres/temporary-server.ts'
import { copyDatabase } from './prepare-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: ServerConnection
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporaryServer({ prepare: copyDatabase })
  project.provide('postgres', server.connection(SUPERUSER))
  return server.stop
}
