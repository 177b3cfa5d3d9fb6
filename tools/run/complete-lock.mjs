/*
 * Adds to package-lock.json the optional platform packages that the registry npm ran against does
 * not hold, so that `npm ci` accepts the lock everywhere. Run it after every change of a dependency.
 * npm omits them without a message, and then `npm ci` fails with "Missing: … from lock file".
 * Every entry without a hash gets the one that the registry has now; those it does not hold are named.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FILE = process.argv[2] ?? fileURLToPath(new URL('../../package-lock.json', import.meta.url))
const LOOKUPS_AT_ONCE = 4
const SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const PROCESSORS = 'arm arm64 ia32 ppc64 riscv64 s390x wasm32 x64'.split(' ')

const lock = JSON.parse(readFileSync(FILE, 'utf8'))
const added = []

for (const [parent, manifest] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(manifest.optionalDependencies ?? {})) {
    if (isLocked(parent, name)) continue
    lock.packages[`node_modules/${name}`] = placeholder(name, version, manifest.dev)
    added.push(`${name}@${version}`)
  }
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
)

const withoutHash = Object.entries(lock.packages).filter(
  ([path, { integrity, link, resolved }]) => path !== '' && !integrity && !link && !resolved,
)
const missing = await addHashes(withoutHash)

writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added.length} platform packages added`)
console.log(`${withoutHash.length - missing.length} hashes added`)
if (missing.length > 0) {
  console.log(`Without a hash, since the registry does not hold them:\n  ${missing.join('\n  ')}`)
}

/** Returns the packages that stay without one. */
async function addHashes(entries) {
  const waiting = [...entries]
  const missing = []
  async function work() {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const [path, manifest] = entry
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const integrity = await publishedHash(`${name}@${manifest.version}`)
      if (integrity) manifest.integrity = integrity
      else missing.push(`${name}@${manifest.version}`)
    }
  }
  await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, work))
  return missing.sort()
}

/** Looked up by npm, which is configured for the registry. Undefined if the registry does not have that version. */
function publishedHash(packageVersion) {
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const asked = [...first, 'view', packageVersion, 'dist.integrity', '--json']
  return new Promise((resolve, reject) => {
    execFile(command, asked, (error, printed) => {
      const found = printed ? JSON.parse(printed) : undefined
      if (!error) return resolve(found)
      if (found?.error?.code === 'E404') return resolve(undefined)
      reject(
        new Error(
          `npm could not look up ${packageVersion}: ${found?.error?.summary ?? error.message}`,
        ),
      )
    })
  })
}

/** Looks where Node would: beside the parent first, then one folder up at a time. */
function isLocked(parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/'))) {
    const beside = folder === '' ? '' : folder.replace(/\/?$/, '/')
    if (lock.packages[`${beside}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function placeholder(name, version, dev) {
  if (!/^v?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    throw new Error(`${name}@${version} is not an exact version: pin it, then run this again`)
  }
  const words = name.split(/[-/]/)
  const cpu = words.find((word) => PROCESSORS.includes(word))
  const os = words.includes('windows') ? 'win32' : words.find((word) => SYSTEMS.includes(word))
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return {
    version: version.replace(/^v/, ''),
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev: true }),
    optional: true,
    ...(os && { os: [os] }),
    ...(libc && { libc: [libc] }),
  }
}
