/**
 * What a stranger typed, as text: it cannot turn the reading order of what stands beside it, and past
 * four lines it ends in dots for the eye.
 */
export function StrangerText({ children }: { children: string }) {
  return (
    <bdi dir="auto" className="line-clamp-4 [overflow-wrap:anywhere]">
      {children}
    </bdi>
  )
}
