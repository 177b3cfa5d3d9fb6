import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { cameraProblem, watchCodes } from './camera.ts'

interface Props {
  /** Called with each code once. */
  onRead: (text: string) => void
}

/** The button that opens the camera, and what it sees. Where it cannot, a sentence says why. */
export function CameraScan({ onRead }: Props) {
  const [isOn, setIsOn] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isSeeing, setIsSeeing] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const read = useRef(onRead)
  read.current = onRead

  useEffect(() => {
    const shown = video.current
    if (!isOn || !shown) return
    return watchCodes(shown, {
      onSeeing: () => setIsSeeing(true),
      onRead: (text) => read.current(text),
      onProblem: (error) => {
        setProblem(cameraProblem(error))
        setIsOn(false)
      },
    })
  }, [isOn])

  function toggle(): void {
    setProblem(undefined)
    setIsSeeing(false)
    setIsOn(!isOn)
  }

  return (
    <div className="grid max-w-md justify-items-start gap-3">
      <Button onClick={toggle}>{isOn ? 'Stop the Camera' : 'Use the Camera'}</Button>
      <p role="status" className="empty:hidden">
        {isOn && !isSeeing && 'Starting the camera...'}
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {problem}
      </p>
      {isOn && (
        <div className="relative w-full overflow-hidden rounded-lg bg-ink">
          {/* Low, so that what is read has room below it on a phone. Without sound, so that phones play it in the page and unasked. */}
          <video
            ref={video}
            aria-label="What the camera sees"
            muted
            playsInline
            className="block max-h-[24dvh] min-h-32 w-full object-cover"
          />
          <span aria-hidden="true" className="absolute inset-x-6 top-1/2 border-t-2 border-paper" />
        </div>
      )}
    </div>
  )
}
