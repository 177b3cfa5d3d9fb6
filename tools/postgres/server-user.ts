/*
 * Postgres refuses to run as root. There it runs as the user whose data it is, or as nobody.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface ServerUser {
  /** The words before a command, which change its user. */
  command: readonly string[]
  /** For a process that is started without them. */
  ids: { uid?: number; gid?: number }
}

const NOBODY = 65_534

/*
 * With this one capability the server may enter the folders above its programs and its data, such as the
 * home of root.
 */
const KEEPS_ACCESS = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
  '--bounding-set=-all,+dac_override',
  '--no-new-privs',
]

/** The user of a server with these folders. As root, gives them to that user. */
export function serverUser({ data, sockets }: { data: string; sockets: string }): ServerUser {
  if (process.getuid?.() !== 0) return { command: [], ids: {} }
  const found = statSync(data)
  const [uid, gid] = found.uid === 0 ? [NOBODY, NOBODY] : [found.uid, found.gid]
  if (found.uid === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, data])
  const command = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...KEEPS_ACCESS]
  // It is part of every Debian, and a container may forbid it.
  if (spawnSync('setpriv', [...command, 'true']).status === 0) {
    return { command: ['setpriv', ...command], ids: {} }
  }
  for (const folder of [dirname(data), sockets]) chownSync(folder, uid, gid)
  return { command: [], ids: { uid, gid } }
}

/** What to do where such a server cannot reach its folders. */
export function accessHint({ ids }: ServerUser): string {
  return ids.uid === undefined
    ? ''
    : ' Postgres refuses to run as root, and the program setpriv (util-linux), which starts it as another user, does not work here: start the shop as another user than root.'
}
