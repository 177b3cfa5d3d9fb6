/* The text of a file in one of the encodings that Excel and couriers' portals write. */

const SAMPLE_BYTES = 1000

/** UTF-8 and UTF-16 with and without a byte order mark, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Every other byte of Latin text is 0. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = (rest: 0 | 1) => sample.filter((byte, at) => at % 2 === rest && byte === 0).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (odd > sample.length / 3 && even === 0) return 'utf-16le'
  return even > sample.length / 3 && odd === 0 ? 'utf-16be' : undefined
}
