import { readFileSync } from 'node:fs'

/** The file without its guard. Throws where the text is gone or no longer the only one. */
export function withoutGuard(drop: { file: string; text: string; by: string }, root: URL): string {
  const whole = readFileSync(new URL(drop.file, root), 'utf8')
  const places = whole.split(drop.text).length - 1
  if (places !== 1)
    throw new Error(`${drop.file} holds this ${places} times, not once: ${drop.text}`)
  return whole.replace(drop.text, () => drop.by)
}
