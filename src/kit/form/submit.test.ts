import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { createSubmit } from './submit.ts'

interface Problems {
  name?: string
  phone?: string
}

let logged = vi.spyOn(console, 'error')

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue()
})
function aForm(onFailed = vi.fn()) {
  return { ...createSubmit<Problems>('Error saving', { onFailed }), onFailed }
}

const done = async () => undefined
const problems: Problems = { name: 'Name is required', phone: 'Phone is required' }

test('a form is idle, then sending, then done', async () => {
  const { $submission, submit, isSending } = aForm()
  const seen: string[] = []
  $submission.subscribe(({ state }) => void seen.push(state))
  const sent = submit(done)
  expect(isSending()).toBe(true)
  expect(await sent).toBe(true)
  expect(seen).toEqual(['idle', 'sending', 'done'])
})

test('what is done may have a sentence', async () => {
  const { $submission, submit } = aForm()
  await submit(async () => 'It is saved.')
  expect($submission.get()).toEqual({ state: 'done', sentence: 'It is saved.' })
})

test('a second press while one is sent does nothing', async () => {
  const { submit } = aForm()
  const second = vi.fn(done)
  expect(await Promise.all([submit(done), submit(second)])).toEqual([true, false])
  expect(second).not.toHaveBeenCalled()
})

test('a refusal names fields and says a sentence, and is no error', async () => {
  const { $submission, submit, onFailed } = aForm()
  const refused = { problems, sentence: 'Please check the marked fields.' }
  expect(await submit(async () => refused)).toBe(false)
  expect($submission.get()).toEqual({ state: 'refused', ...refused })
  expect(logged).not.toHaveBeenCalled()
  expect(onFailed).not.toHaveBeenCalled()
})

test('a field that is typed into loses its problem only; all of it goes at once otherwise', async () => {
  const { $submission, submit, clear } = aForm()
  await submit(async () => ({ problems, sentence: 'Not saved.' }))
  clear('name')
  expect($submission.get()).toEqual({
    state: 'refused',
    problems: { phone: 'Phone is required' },
    sentence: 'Not saved.',
  })
  clear()
  expect($submission.get()).toEqual({ state: 'idle' })
})

test('what is being sent is not cleared', async () => {
  const { submit, clear, isSending } = aForm()
  const sent = submit(done)
  clear()
  expect(isSending()).toBe(true)
  await sent
})

test('an error is logged once, and the next press sends again', async () => {
  const { $submission, submit, onFailed } = aForm()
  const error = new ShopError('unreachable')
  expect(await submit(() => Promise.reject(error))).toBe(false)
  expect($submission.get()).toEqual({ state: 'failed', error })
  expect(logged.mock.calls).toEqual([['Error saving', error]])
  expect(onFailed.mock.calls).toEqual([[error]])
  expect(await submit(done)).toBe(true)
})

test('the end of the session shows nothing and is not logged', async () => {
  const { $submission, submit, onFailed } = aForm()
  await submit(() => Promise.reject(new ShopError('forbidden')))
  expect($submission.get()).toEqual({ state: 'idle' })
  expect(logged).not.toHaveBeenCalled()
  expect(onFailed).not.toHaveBeenCalled()
})
