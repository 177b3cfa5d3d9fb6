import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFolder } from '#tests/support/shop-server.ts'
import { listenOnFreePort } from '#tools/free-port.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../tools/run/complete-lock.mjs', import.meta.url))
const folder = aFolder('lock')
const HASH = `sha512-${'A'.repeat(86)}==`
let registry: Server
let registryPort: number
let responseStatus = 200

beforeAll(async () => {
  registry = createServer((request, response) => {
    const holds = request.url?.startsWith('/tool-linux-x64') ?? false
    if (responseStatus !== 200) response.writeHead(responseStatus).end('{}')
    else if (holds) response.end(JSON.stringify(packument()))
    else response.writeHead(404).end('{}')
  })
  registryPort = await listenOnFreePort(registry)
})
afterAll(() => {
  registry.close()
  folder.remove()
})

test('a lock gets the hashes that the registry has, and names what it does not hold', async () => {
  const { printed, packages } = await complete()
  expect(packages['node_modules/tool']).toEqual({
    version: '1.2.3',
    integrity: 'sha512-own',
    optionalDependencies: { 'tool-linux-x64': '1.2.3', 'tool-darwin-arm64': '1.2.3' },
  })
  expect(packages['node_modules/tool-linux-x64']).toEqual({
    version: '1.2.3',
    cpu: ['x64'],
    optional: true,
    os: ['linux'],
    integrity: HASH,
  })
  expect(packages['node_modules/tool-darwin-arm64']).not.toHaveProperty('integrity')
  expect(printed).toContain('1 hashes added')
  expect(printed).toContain('tool-darwin-arm64@1.2.3')
  expect(printed).not.toContain('tool-linux-x64@')
})

test('a registry that cannot be reached stops it, and the lock stays as it was', async () => {
  responseStatus = 401
  await expect(complete()).rejects.toThrow('npm could not look up tool-')
  expect(readLock()).toEqual(aLock())
})

async function complete() {
  writeFileSync(file(), JSON.stringify(aLock()))
  const { stdout } = await run(process.execPath, [script, file()], {
    cwd: folder.path,
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${registryPort}/`,
      npm_config_cache: join(folder.path, 'cache'),
      npm_config_update_notifier: 'false',
    },
  })
  return { printed: stdout, packages: readLock().packages as Record<string, object> }
}

function aLock() {
  const optionalDependencies = { 'tool-linux-x64': '1.2.3', 'tool-darwin-arm64': '1.2.3' }
  const tool = { version: '1.2.3', integrity: 'sha512-own', optionalDependencies }
  return { lockfileVersion: 3, packages: { '': { name: 'x' }, 'node_modules/tool': tool } }
}

function packument() {
  const name = 'tool-linux-x64'
  const dist = { integrity: HASH, tarball: 'http://127.0.0.1/none.tgz' }
  return {
    name,
    'dist-tags': { latest: '1.2.3' },
    versions: { '1.2.3': { name, version: '1.2.3', dist } },
  }
}

function readLock() {
  return JSON.parse(readFileSync(file(), 'utf8'))
}

function file(): string {
  return join(folder.path, 'package-lock.json')
}
