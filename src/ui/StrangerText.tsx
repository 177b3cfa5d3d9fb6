export interface StrangerTextProps {
  children: string
  /** What is Latin by nature, such as an address, keeps its order though a name in it is not. */
  dir?: 'auto' | 'ltr'
}

/**
 * What a stranger typed, as text: it cannot turn the reading order of what stands beside it, breaks
 * where it must, and past four lines ends in dots for the eye.
 */
export function StrangerText({ children, dir = 'auto' }: StrangerTextProps) {
  return (
    <bdi dir={dir} className="line-clamp-4 [overflow-wrap:anywhere]">
      {children}
    </bdi>
  )
}
