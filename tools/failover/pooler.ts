/* PgBouncer in transaction mode: what a hosted project has between PostgREST and the database. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresServer } from '../postgres/server.ts'
import { serverUser } from '../postgres/server-user.ts'
import { type SupervisedChild, spawnSupervised } from '../supervised-child.ts'

export interface Pooler {
  connection: PostgresServer['connection']
  /** Sends what comes from now on to another server. */
  turnTo(server: PostgresServer): void
  child: SupervisedChild
}

/** With its socket and its settings in this folder, whose user it runs as. */
export function startPooler(
  program: string,
  folder: { data: string; sockets: string },
  port: number,
  server: PostgresServer,
): Pooler {
  const settings = join(folder.data, 'pgbouncer.ini')
  const users = join(folder.data, 'users.txt')
  const pid = join(folder.data, 'pgbouncer.pid')
  writeFileSync(users, '"authenticator" ""\n')
  const write = (target: PostgresServer) => {
    const { host, port: targetPort } = target.connection('authenticator')
    const lines = [
      '[databases]',
      `postgres = host=${host} port=${targetPort}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'default_pool_size = 20',
      'max_client_conn = 200',
      'server_login_retry = 1',
      'auth_type = trust',
      `auth_file = ${users}`,
      `unix_socket_dir = ${folder.sockets}`,
      `listen_port = ${port}`,
      `pidfile = ${pid}`,
      'ignore_startup_parameters = extra_float_digits',
    ]
    writeFileSync(settings, `${lines.join('\n')}\n`)
  }
  write(server)
  const user = serverUser(folder)
  const [command = '', ...args] = [...user.command, program, settings]
  const child = spawnSupervised(command, { args, ...user.ids })
  return {
    child,
    connection: (user, database = 'postgres') => ({ host: folder.sockets, port, user, database }),
    turnTo(target) {
      write(target)
      process.kill(Number(readFileSync(pid, 'utf8')), 'SIGHUP')
    },
  }
}
