/* What customers read where something is not sold for a while. */

export const PAUSED = 'Not sold now'

/** The words of the link to a chat with `pausedText`. */
export const TELL_ME = 'Tell me when it’s back'

export function pausedText(lines: readonly { name: string; size: string }[]): string {
  const names = lines.map(({ name, size }) => `${name} (${size})`).join(', ')
  return `Assalam-o-Alaikum, please tell me when this is back: ${names}`
}
