import { isIP } from 'node:net'
import { type Middleware, sendText } from './middleware.ts'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * Serves requests for this machine and the named hosts only. Against DNS rebinding: a page of
 * another site could point its own host name at this server, and would be of the same origin then.
 */
export function knownHosts(names: string[]): Middleware {
  const known = new Set([...LOOPBACK_NAMES, ...names.map(hostName)])
  return (request, response, next) => {
    const name = hostName(request.headers.host ?? '')
    // The IP address that the request was sent to: where HOST means every one of this machine.
    if (known.has(name) || name === hostName(request.socket.localAddress ?? '')) return next()
    sendText(response, 421, 'This server does not serve this host. ALLOWED_HOSTS names more hosts.')
  }
}

/** In lower case, without the port, an IPv6 address in brackets. */
function hostName(host: string): string {
  const name = host.trim().toLowerCase()
  if (isIP(name) === 6) return name.startsWith('::ffff:') ? name.slice(7) : `[${name}]`
  return name.replace(/:\d*$/, '')
}
