/* Reads the barcode that a camera shows: by the platform where it can, else by a library that is loaded on demand. */

/** The text of a code in the picture. Undefined where none is seen. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>

/** What slips have, and what labels of couriers have. */
const FORMATS = ['code_128', 'code_39']

/** Chromium on Android and macOS, and Safari behind a switch. TypeScript does not know it yet. */
interface PlatformDetector {
  new (options: {
    formats: string[]
  }): {
    detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
  }
  getSupportedFormats(): Promise<string[]>
}

export async function createCodeReader(): Promise<ReadCode> {
  return (await platformReader()) ?? (await import('./zxing-reader.ts')).createZxingReader()
}

async function platformReader(): Promise<ReadCode | undefined> {
  const Detector: PlatformDetector | undefined = Reflect.get(globalThis, 'BarcodeDetector')
  // Where the system has no service for it, the class is there and reads nothing.
  const supported = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !FORMATS.every((format) => supported.includes(format))) return undefined
  const detector = new Detector({ formats: FORMATS })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}
