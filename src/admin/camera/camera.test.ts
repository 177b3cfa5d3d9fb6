import { expect, test, vi } from 'vitest'
import { watchCodes } from './camera.ts'

test('rule 21.41: without a reader of codes the camera is not left on', async () => {
  const track = { isOn: false, stop: () => Object.assign(track, { isOn: false }) }
  const getUserMedia = vi.fn(async () => {
    track.isOn = true
    return { getTracks: () => [track] }
  })
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  const handlers = { onSeeing: vi.fn(), onRead: vi.fn(), onProblem: vi.fn() }
  const error = new TypeError('Failed to fetch dynamically imported module')
  watchCodes({} as HTMLVideoElement, handlers, () => Promise.reject(error))
  await vi.waitFor(() => expect(handlers.onProblem).toHaveBeenCalledExactlyOnceWith(error))
  expect(track.isOn).toBe(false)
  vi.unstubAllGlobals()
})
