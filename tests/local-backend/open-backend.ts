import { afterAll, beforeAll } from 'vitest'
import { aFolder, clientOf, startBackend, type TestBackend } from '#tests/support/shop-server.ts'
import type { LocalBackendOptions } from '#tools/local-backend/local-backend.ts'
import type { SiteOptions } from '#tools/site-server/site-server.ts'

/** Opens a local backend for the tests of a file, in a temporary folder. */
export function openBackend(
  name: string,
  options: Partial<LocalBackendOptions> = {},
  site: Partial<SiteOptions> = {},
) {
  const folder = aFolder(name)
  let backend: TestBackend

  beforeAll(async () => {
    backend = await startBackend(folder.path, options, site)
  })
  afterAll(async () => {
    await backend?.close()
    folder.remove()
  })

  return {
    get url() {
      return backend.url
    },
    /** As the owner of the database. */
    sql: (text: string, values?: unknown[]) => backend.transaction((query) => query(text, values)),
    /** Remembers nobody. */
    client: () => clientOf(backend.url),
  }
}
