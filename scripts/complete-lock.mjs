/*
 * Adds to package-lock.json the optional platform packages that the registry npm ran against does
 * not hold, so that `npm ci` accepts the lock everywhere. Run it after every change of a dependency.
 * Without it npm leaves them out in silence, and then `npm ci` fails with "Missing: … from lock file".
 */
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('../package-lock.json', import.meta.url)
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
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added.length} platform packages added`)

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
