/*
 * `npm run hosted:local`: a new hosted project on this machine, until Ctrl-C. It is published to as
 * README.md says of a real one. Its data goes when it stops.
 */
import { parseArgs } from 'node:util'
import { LOCAL_API_KEY } from '../local-backend/gateway.ts'
import { openParts } from '../open-parts.ts'
import { onShutdown } from '../site-server/on-shutdown.ts'
import { serveHostedApi } from './hosted-api.ts'
import { addAdminUser, describeServer, openHostedProject } from './hosted-project.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })

const { project, api, close } = await openParts(async (onClose) => {
  const project = await openHostedProject()
  onClose(project.close)
  const api = await serveHostedApi({ ...project, port: Number(values.port), log: console.log })
  onClose(api.close)
  return { project, api }
}).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(`Port ${values.port} is taken: stop what uses it, or name another one with --port.`)
  process.exit(1)
})
onShutdown(close)
const user = await addAdminUser(project)

console.log(`${await describeServer(project)}

API URL       ${api.url}
Public key    ${LOCAL_API_KEY}
Database URL  ${project.databaseUrl}
User          ${user.email}, password ${user.password}

Migrations    npx supabase db push --remote='${project.databaseUrl}'
SQL editor    npx supabase db query --remote='${project.databaseUrl}' 'select …'`)
