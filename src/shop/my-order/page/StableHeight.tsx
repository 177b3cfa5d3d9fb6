import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Takes no less room than it had at its width, so that nothing below moves up when the order changes while its page is
 * open. The room of an unfolded form goes with it, and all of it where the customer changes the order. Not printed.
 */
export function StableHeight({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const room = useRef({ width: 0, height: 0 })

  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    current.hidden = false
    current.style.minHeight = ''
    keepRoom(current, room.current)
    // Nor the gap of a grid, where it never had any.
    current.hidden = room.current.height === 0 && current.textContent === ''
  })

  // What grows without a change of the order: a link that comes later, a font.
  useEffect(() => {
    const { current } = box
    if (!current) return
    const growth = new ResizeObserver(() => keepRoom(current, room.current))
    growth.observe(current)
    return () => growth.disconnect()
  }, [])

  return (
    <div ref={box} className={`self-start ${className}`} data-no-print>
      {children}
    </div>
  )
}

function keepRoom(box: HTMLElement, room: { width: number; height: number }): void {
  // Fractions of a pixel count, so that nothing moves by one.
  const { width } = box.getBoundingClientRect()
  if (room.width !== width) {
    Object.assign(room, { width, height: 0 })
    box.style.minHeight = ''
  }
  const { height } = box.getBoundingClientRect()
  if (height > room.height && !box.querySelector('details[open]')) room.height = height
  box.style.minHeight = `${room.height}px`
}
