import { type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * Takes no less room than it had at its width, so that nothing below moves up when the order changes while its page is
 * open. An unfolded form counts not: where it goes, its room goes.
 */
export function Steady({ className = '', children }: { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const room = useRef({ width: 0, height: 0 })

  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    current.hidden = false
    current.style.minHeight = ''
    const { offsetWidth: width, offsetHeight: height } = current
    if (room.current.width !== width) room.current = { width, height: 0 }
    if (!current.querySelector('details[open]') && height > room.current.height)
      room.current.height = height
    current.style.minHeight = `${room.current.height}px`
    // Nor the gap of a grid, where it never had any.
    current.hidden = room.current.height === 0
  })

  return (
    <div ref={box} className={`print:min-h-0! ${className}`}>
      {children}
    </div>
  )
}
