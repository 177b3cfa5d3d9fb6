/* Short notes, for what happens away from the eyes. */

/** How long a sound that is not allowed may wait: it would wait for the next press. */
const RESUME_TIMEOUT_MS = 1_000

/** In seconds, from one note to the next. */
const STEP = 0.18

/** Notes in hertz, one after the other. Returns whether the browser allows sound, which takes a press in this tab. */
export async function beep(notes: readonly number[] = [660, 880]): Promise<boolean> {
  if (!mayPlay()) return false
  const audio = new AudioContext()
  const isAllowed = await Promise.race([
    audio.resume().then(() => true),
    new Promise<false>((resolve) => setTimeout(resolve, RESUME_TIMEOUT_MS, false)),
  ])
  if (!isAllowed) {
    void audio.close()
    return false
  }
  const played = notes.map((frequency, nth) => playNote(audio, frequency, nth * STEP))
  played.at(-1)?.addEventListener('ended', () => setTimeout(() => void audio.close(), 500))
  return true
}

/** `start` in seconds from now. */
function playNote(audio: AudioContext, frequency: number, start: number): OscillatorNode {
  const note = new OscillatorNode(audio, { frequency })
  const volume = new GainNode(audio, { gain: 0.2 })
  note.connect(volume).connect(audio.destination)
  const from = audio.currentTime + start
  volume.gain.setTargetAtTime(0, from + 0.1, 0.03)
  note.start(from)
  note.stop(from + 0.3)
  return note
}

/** Pressing a link counts for the next page of this origin too. */
function mayPlay(): boolean {
  const isActive = navigator.userActivation?.hasBeenActive
  return isActive || document.referrer.startsWith(location.origin)
}
