export interface UntrustedTextProps {
  children: string
  /** `ltr` for an e-mail address or a phone, whose order must not follow a name in it. */
  dir?: 'auto' | 'ltr'
  /** Shows every line, and line ends as they are. */
  isWhole?: boolean
}

/**
 * Text that a customer typed. It is isolated from the reading order of its surroundings, breaks
 * anywhere, and is cut after four lines unless `isWhole`. It is as wide as its longest line, so that an Urdu
 * one stands where the others begin.
 */
export function UntrustedText({ children, dir = 'auto', isWhole = false }: UntrustedTextProps) {
  const lines = isWhole ? 'block whitespace-pre-wrap' : 'line-clamp-4'
  return (
    <bdi dir={dir} className={`${lines} w-fit [overflow-wrap:anywhere]`}>
      {children}
    </bdi>
  )
}
