export interface StrangerTextProps {
  children: string
  /** What is Latin by nature, such as an address, keeps its order though a name in it is not. */
  dir?: 'auto' | 'ltr'
  /** Shows every line, and line ends as they are. */
  isWhole?: boolean
}

/**
 * What a stranger typed, as text: it cannot turn the reading order of what stands beside it, breaks
 * where it must, and past four lines ends in dots for the eye, unless all of it is wanted.
 */
export function StrangerText({ children, dir = 'auto', isWhole = false }: StrangerTextProps) {
  const lines = isWhole ? 'block whitespace-pre-wrap' : 'line-clamp-4'
  return (
    <bdi dir={dir} className={`${lines} [overflow-wrap:anywhere]`}>
      {children}
    </bdi>
  )
}
