/** The format of a picture by its first bytes, or undefined for a file that no browser shows as one. */
export function pictureKind(file: Buffer): string | undefined {
  const start = file.toString('latin1', 0, 16)
  return KINDS.find(([, pattern]) => pattern.test(start))?.[0]
}

const KINDS: [kind: string, start: RegExp][] = [
  ['webp', /^RIFF.{4}WEBP/s],
  ['jpeg', /^\xFF\xD8\xFF/],
  ['png', /^\x89PNG/],
  ['gif', /^GIF8/],
  ['avif', /^.{4}ftypavi[fs]/s],
]
