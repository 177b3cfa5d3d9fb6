/*
 * `npm run test:hosted`: what `npm test` asks of a hosted project, on a server that has a hosted
 * project's libraries as well, and then the contract tests over its API.
 */

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
  const contract = await step('Contract tests on a hosted project', () => testContract(project))
  return hosted || contract
}

async function testContract(project: HostedProject): Promise<number> {
  const { code, messages } = await runSupabase(['db', 'push'], project.databaseUrl)
  if (code !== 0) throw new Error(messages)
  const { email, password } = await addAdminUser(project)
  await project.asPostgres(
    'insert into private.store_admins (user_id) select id from auth.users where email = $1',
    [email],
  )
  const api = await serveHostedApi({ ...project, log: console.log })
  Object.assign(process.env, {
    CONTRACT_SUPABASE_URL: api.url,
    CONTRACT_SUPABASE_ANON_KEY: LOCAL_API_KEY,
    CONTRACT_ADMIN_EMAIL: email,
    CONTRACT_ADMIN_PASSWORD: password,
  })
  try {
    return await runTool('vitest', ['run', 'tests/contract'])
  } finally {
    await api.close()
  }
}
