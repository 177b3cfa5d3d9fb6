/* The sound for new orders. */
import { atom } from 'nanostores'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { withLock } from '#kit/storage/with-lock.ts'

const STORAGE_KEY = 'zulf:admin-sound'

/** The date of the newest order that was heard in any tab. */
const RUNG_KEY = 'zulf:admin-rung-order'

/** How long a sound that is not allowed may wait: it would wait for the next press. */
const RESUME_TIMEOUT_MS = 1_000

/** Whether a new order is also heard on this device. Off by default. */
export const $isSoundOn = atom(isSoundOn())

export function setSound(isOn: boolean): void {
  $isSoundOn.set(isOn)
  deviceStorage.set(STORAGE_KEY, isOn ? 'on' : 'off')
}

/** Reads the choice again, since another tab may have changed it. */
function isSoundOn(): boolean {
  return deviceStorage.get(STORAGE_KEY) === 'on'
}

/** Plays the sound for the order of this date, in one tab of all that call this. */
export async function ringOnce(date: string, play = beep): Promise<void> {
  if (!isSoundOn()) return
  await withLock(RUNG_KEY, async () => {
    if (deviceStorage.get(RUNG_KEY) === date) return
    if (await play()) deviceStorage.set(RUNG_KEY, date)
  })
}

/** Two short notes. Returns whether the browser allows sound, which takes a press in this tab. */
export async function beep(): Promise<boolean> {
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
  const end = playNote(audio, 660, 0)
  playNote(audio, 880, 0.18)
  end.addEventListener('ended', () => setTimeout(() => void audio.close(), 500))
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
