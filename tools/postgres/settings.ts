import type { ServerOptions } from './server-options.ts'

/** The settings of a server, as flags of its program. */
export function settingFlags(options: ServerOptions, port: number): string[] {
  const { sockets, durable = false } = options
  const listens = options.port !== undefined || process.platform === 'win32'
  const sync = durable ? 'on' : 'off'
  const settings = {
    listen_addresses: listens ? '127.0.0.1' : '',
    // A socket is named after the port.
    port: String(port),
    unix_socket_directories:
      process.platform === 'win32' ? '' : `"${sockets.replaceAll('"', '""')}"`,
    max_connections: '200',
    timezone: 'UTC',
    fsync: sync,
    full_page_writes: sync,
    // Off in tests: it would count rows at any moment of other tests, and plans would follow.
    autovacuum: sync,
    // Ends the statement of a client that is gone. Windows cannot notice.
    client_connection_check_interval: process.platform === 'win32' ? '0' : '1s',
    // Why it does not start or does not run on. Statements that fail may hold personal data.
    log_min_messages: 'fatal',
    log_error_verbosity: 'terse',
    log_line_prefix: '',
    logging_collector: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
