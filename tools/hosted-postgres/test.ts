/*
 * `npm run test:hosted`: what `npm run test:local` asks of a hosted project, on a server that has a hosted
 * project's libraries as well, and then `npm run check:hosted` over its API.
 */
import { check } from '../check-hosted/check.ts'
import { LOCAL_API_KEY } from '../local-backend/gateway.ts'
import { runTool, step } from '../run/step.mjs'
import { runSupabase } from '../supabase-cli.ts'
import { serveHostedApi } from './hosted-api.ts'
import {
  addAdminUser,
  describeServer,
  type HostedProject,
  openHostedProject,
} from './hosted-project.ts'

const project = await openHostedProject()
console.log(await describeServer(project))
try {
  process.exitCode = await testOn(project)
} finally {
  await project.close()
}

async function testOn(project: HostedProject): Promise<number> {
  if (!project.loaded.safeupdate || !project.loaded.plpgsqlCheck) {
    console.error(
      'These tests need both: set POSTGRES_BIN_DIR as tools/hosted-postgres/README.md says.',
    )
    return 1
  }
  process.env['HOSTED_LIBRARIES'] = 'required'
  const hosted = await step('Hosted project', () => runTool('vitest', ['run', 'tests/hosted']))
  const checked = await step('Check of the project', () => checkOver(project))
  return hosted || checked
}

async function checkOver(project: HostedProject): Promise<number> {
  const { code, messages } = await runSupabase(['db', 'push'], project.databaseUrl)
  if (code !== 0) throw new Error(messages)
  const admin = await addAdminUser(project)
  await project.asPostgres(
    'insert into private.store_admins (user_id) select id from auth.users where email = $1',
    [admin.email],
  )
  const api = await serveHostedApi({ ...project, log: console.log })
  try {
    const broken = await check({
      url: api.url,
      key: LOCAL_API_KEY,
      placesOrder: true,
      databaseUrl: project.databaseUrl,
      cleanUp: { databaseUrl: project.databaseUrl },
      admin,
      print: console.log,
    })
    return broken.length
  } finally {
    await api.close()
  }
}
