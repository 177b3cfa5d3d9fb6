/*
 * The barcode reader for browsers that have none. Its modules are imported singly: the whole library has all
 * formats, and nine times the size.
 */
import { HTMLCanvasElementLuminanceSource } from '@zxing/library/esnext/browser/HTMLCanvasElementLuminanceSource'
import BinaryBitmap from '@zxing/library/esnext/core/BinaryBitmap'
import HybridBinarizer from '@zxing/library/esnext/core/common/HybridBinarizer'
import DecodeHintType from '@zxing/library/esnext/core/DecodeHintType'
import Code39Reader from '@zxing/library/esnext/core/oned/Code39Reader'
import Code128Reader from '@zxing/library/esnext/core/oned/Code128Reader'

/** A wider picture takes longer, and reads no more. */
const MAX_WIDTH = 1000

const HINTS = new Map([[DecodeHintType.TRY_HARDER, true]])

/** A `ReadCode` (code-reader.ts). */
export function createZxingReader() {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const readers = [new Code128Reader(), new Code39Reader()]
  return async (video: HTMLVideoElement): Promise<string | undefined> => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return undefined
    const scale = Math.min(1, MAX_WIDTH / videoWidth)
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    const bitmap = new BinaryBitmap(
      new HybridBinarizer(new HTMLCanvasElementLuminanceSource(canvas)),
    )
    for (const reader of readers) {
      try {
        return reader.decode(bitmap, HINTS).getText()
      } catch {
        // It throws where it sees no code.
      }
    }
    return undefined
  }
}
