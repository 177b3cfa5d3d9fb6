/** Two short notes. Silent where the browser wants a press first, which it would otherwise warn about. */
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
