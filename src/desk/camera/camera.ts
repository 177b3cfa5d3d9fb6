/* The camera of the device. What is wrong with it is said in words: the text field beside it does the same work. */
import { createCodeReader } from './code-reader.ts'
import { createSteadyCode } from './steady-code.ts'

/** Wide enough for the thin bars of a label. */
const WIDTH = 1280

/** Between two pictures. Reading one takes about as long on a cheap phone. */
const PAUSE_MS = 120

interface Watcher {
  onSeeing: () => void
  /** Called with each code once. */
  onRead: (text: string) => void
  onProblem: (error: unknown) => void
}

/** Reads picture after picture until the returned function is called. */
export function watchCodes(
  video: HTMLVideoElement,
  { onSeeing, onRead, onProblem }: Watcher,
  createReader = createCodeReader,
): () => void {
  let stream: MediaStream | undefined
  let isStopped = false

  async function run(): Promise<void> {
    // Before the camera is on: without a reader it would stay so.
    const readCode = await createReader()
    if (isStopped) return
    stream = await openCamera()
    if (isStopped) return close()
    video.srcObject = stream
    await video.play()
    onSeeing()
    const steady = createSteadyCode()
    while (!isStopped) {
      const text = steady(await readCode(video), performance.now())
      if (text && !isStopped) onRead(text)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  function close(): void {
    for (const track of stream?.getTracks() ?? []) track.stop()
  }

  run().catch((error) => {
    close()
    if (!isStopped) onProblem(error)
  })
  return () => {
    isStopped = true
    close()
  }
}

/** The camera at the back of a phone, where there is one. Rejects where there is none, or the admin refuses. */
async function openCamera(): Promise<MediaStream> {
  // Missing on pages without https.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) throw new DOMException('No media devices', 'NotSupportedError')
  return devices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: WIDTH } },
    audio: false,
  })
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
