/* The sound for new orders. */
import { atom } from 'nanostores'
import { deviceStorage } from '#shared/device-storage.ts'

const STORAGE_KEY = 'zulf:admin-sound'

/** Whether a new order is also heard on this device. Off by default. */
export const $isSoundOn = atom(deviceStorage.get(STORAGE_KEY) === 'on')

export function setSound(isOn: boolean): void {
  $isSoundOn.set(isOn)
  deviceStorage.set(STORAGE_KEY, isOn ? 'on' : 'off')
}

/** Two short notes. Silent before the first user activation, which browsers require for sound. */
export function beep(): void {
  if (!navigator.userActivation?.hasBeenActive) return
  const audio = new AudioContext()
  const end = playNote(audio, 660, 0)
  playNote(audio, 880, 0.18)
  end.addEventListener('ended', () => setTimeout(() => void audio.close(), 500))
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
