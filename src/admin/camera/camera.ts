/* The camera of the device. What is wrong with it is said in words: the text field beside it does the same work. */

/** Wide enough for the thin bars of a label. */
const WIDTH = 1280

/** The camera at the back of a phone, where there is one. Rejects where there is none, or the admin refuses. */
export async function openCamera(): Promise<MediaStream> {
  // Missing on pages without https.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) throw new DOMException('No media devices', 'NotSupportedError')
  return devices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: WIDTH } },
    audio: false,
  })
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

const SENTENCES: Record<string, string> = {
  NotAllowedError:
    'The browser does not let this page use the camera. Allow it in the settings of the page',
  NotFoundError: 'This device has no camera',
  OverconstrainedError: 'This device has no camera',
  NotReadableError: 'Another program uses the camera',
  AbortError: 'The camera was switched off',
  NotSupportedError: 'This browser has no camera for this page',
}

/** Why nothing is seen, and what works all the same. */
export function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  const why = SENTENCES[name]
  if (!why) console.error('Error using the camera', error)
  return `${why ?? 'The camera could not be started'}. A scanner, or typing, works in the field above.`
}
