export interface UntrustedTextProps {
  children: string
  /** What is Latin by nature, such as an address, keeps its order though a name in it is not. */
  dir?: 'auto' | 'ltr'
  /** Shows every line, and line ends as they are. */
  isWhole?: boolean
}

/**
 * What an attacker typed, as text: it cannot turn the reading order of what stands beside it, breaks
 * where it must, and past four lines ends in dots for the eye, unless all of it is wanted.
 */
export function UntrustedText({ children, dir = 'auto', isWhole = false }: UntrustedTextProps) {
  const lines = isWhole ? 'block whitespace-pre-wrap' : 'line-clamp-4'
  return (
    <bdi dir={dir} className={`${lines} [overflow-wrap:anywhere]`}>
      {children}
    </bdi>
  )
}
