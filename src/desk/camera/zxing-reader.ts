/*
 * The barcode reader for browsers that have none. Its modules are imported singly: the whole library has all
 * formats, and nine times the size.
 */
import BinaryBitmap from '@zxing/library/esnext/core/BinaryBitmap'
import HybridBinarizer from '@zxing/library/esnext/core/common/HybridBinarizer'
import DecodeHintType from '@zxing/library/esnext/core/DecodeHintType'
import Code39Reader from '@zxing/library/esnext/core/oned/Code39Reader'
import Code128Reader from '@zxing/library/esnext/core/oned/Code128Reader'
import RGBLuminanceSource from '@zxing/library/esnext/core/RGBLuminanceSource'
import type { ReadCode } from './code-reader.ts'

/** A wider picture takes longer, and reads no more. */
const MAX_WIDTH = 1000

const HINTS = new Map([[DecodeHintType.TRY_HARDER, true]])

export function createZxingReader(): ReadCode {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const readers = [new Code128Reader(), new Code39Reader()]
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return undefined
    const scale = Math.min(1, MAX_WIDTH / videoWidth)
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    const grey = toGrey(context.getImageData(0, 0, width, height).data)
    const bitmap = new BinaryBitmap(
      new HybridBinarizer(new RGBLuminanceSource(grey, width, height)),
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

/** By the luma weights of ITU-R BT.601, in parts of 256. */
function toGrey(rgba: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  const grey = new Uint8ClampedArray(rgba.length / 4)
  for (let nth = 0; nth < grey.length; nth += 1) {
    const at = nth * 4
    grey[nth] = (77 * (rgba[at] ?? 0) + 150 * (rgba[at + 1] ?? 0) + 29 * (rgba[at + 2] ?? 0)) >> 8
  }
  return grey
}
