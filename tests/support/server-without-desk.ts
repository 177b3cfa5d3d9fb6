/* As test-server.ts, for the project that has the schemas of the shop and of the admin without the desk. */
import type { TestProject } from 'vitest/node'
import { provideServer } from './test-server.ts'

export default (project: TestProject) => provideServer(project, 'without-desk')
