import { expect, test, vi } from 'vitest'
import { watchCodes } from './camera.ts'

function aCamera() {
  const track = { isOn: false, stop: () => Object.assign(track, { isOn: false }) }
  const getUserMedia = vi.fn(async () => {
    track.isOn = true
    return { getTracks: () => [track] }
  })
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  return {
    track,
    getUserMedia,
    handlers: { onSeeing: vi.fn(), onRead: vi.fn(), onProblem: vi.fn() },
  }
}

test('rule 21.41: without a reader of codes the camera is not left on', async () => {
  const { track, handlers } = aCamera()
  const error = new TypeError('Failed to fetch dynamically imported module')
  watchCodes({} as HTMLVideoElement, handlers, () => Promise.reject(error))
  await vi.waitFor(() => expect(handlers.onProblem).toHaveBeenCalledExactlyOnceWith(error))
  expect(track.isOn).toBe(false)
})

test('a camera that is switched off before there is a reader of codes is not asked for', async () => {
  const { getUserMedia, handlers } = aCamera()
  const { promise, resolve } = Promise.withResolvers<() => Promise<string>>()
  const stop = watchCodes({} as HTMLVideoElement, handlers, () => promise)
  stop()
  resolve(async () => '')
  await new Promise((done) => setTimeout(done))
  expect(getUserMedia).not.toHaveBeenCalled()
})
