import { expect, test, vi } from 'vitest'
import { withLock } from './with-lock.ts'

const refused = () => Promise.reject(new DOMException('denied', 'SecurityError'))

test.each([
  ['there are no locks', {}],
  ['the browser refuses locks', { locks: { request: refused } }],
])('where %s, work runs one at a time in the tab', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} starts`)
    await Promise.resolve()
    log.push(`${name} ends`)
    return name
  }
  const failing = withLock('one', () => Promise.reject(new Error('no network')))
  const results = Promise.all([withLock('one', work('a')), withLock('one', work('b'))])
  await expect(failing).rejects.toThrow('no network')
  expect(await results).toEqual(['a', 'b'])
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends'])
})

test('work that fails under a lock is not run again', async () => {
  const request = (_: string, run: () => Promise<unknown>) => run()
  vi.stubGlobal('navigator', { locks: { request } })
  const work = vi.fn(() => Promise.reject(new Error('no network')))
  await expect(withLock('one', work)).rejects.toThrow('no network')
  expect(work).toHaveBeenCalledOnce()
})
