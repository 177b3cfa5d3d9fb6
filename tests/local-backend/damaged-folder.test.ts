/* A data folder that is not whole is refused with a sentence, and nothing in it is touched. */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUpLocal } from '#tools/backup/local.ts'
import { openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { aFolder, backendOptions, startBackend } from '../support/shop-server.ts'

const DATA = 'postgres/data'
const parent = aFolder('damaged')
const whole = join(parent.path, 'whole')

beforeAll(async () => {
  await (await startBackend(whole)).close()
})
afterAll(parent.remove)

test.each(['PG_VERSION', 'global/pg_control'])(
  'a database without %s is refused, and the rest of it stays',
  async (part) => {
    const folder = aCopy(part.replaceAll('/', '-'))
    rmSync(join(folder, DATA, part))
    await expect(openLocalBackend(backendOptions(folder))).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(
        /does not open \(.+\): make room if the disk is full, else restore a backup/,
      ),
    })
    expect(statSync(join(folder, DATA, 'postgresql.conf')).isFile()).toBe(true)
  },
)

test('a database of a former version is refused with the way to bring its orders over', async () => {
  const folder = join(parent.path, 'former')
  mkdirSync(join(folder, 'database'), { recursive: true })
  writeFileSync(join(folder, 'database/PG_VERSION'), '18\n')
  await expect(openLocalBackend(backendOptions(folder))).rejects.toMatchObject({
    name: 'UserError',
    message: `The database in ${folder} is of a former version of the shop, which this one cannot read: run "npm run backup" with that version, move the folder away, and run "npm run restore" with this one.`,
  })
  await expect(backUpLocal(folder, join(folder, 'backup'))).rejects.toThrow('of a former version')
  expect(readdirSync(folder)).toEqual(['database'])
})

test('a restore that did not end is refused', async () => {
  const folder = aCopy('restore')
  writeFileSync(join(folder, 'unfinished'), 'restore')
  await expect(openLocalBackend(backendOptions(folder))).rejects.toMatchObject({
    name: 'UserError',
    message: `A restore into the data folder ${folder} did not end: delete the folder and restore again.`,
  })
})

function aCopy(name: string): string {
  const folder = join(parent.path, name)
  for (const part of ['postgres', 'token-secret']) {
    cpSync(join(whole, part), join(folder, part), { recursive: true })
  }
  return folder
}
