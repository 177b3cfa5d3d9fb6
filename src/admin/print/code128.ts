/* Code 128 of an order id, which scanners of couriers and of the shop read. Loaded when a slip is shown. */
import { atom } from 'nanostores'

/** Module widths that stay white at both ends, without which scanners find no code. */
const QUIET_ZONE = 10

export interface Barcode {
  /** In modules, the quiet zones included. */
  width: number
  /** Of an SVG path, one module high. */
  path: string
}

/** Undefined until the library is loaded. */
export const $toBarcode = atom<((text: string) => Barcode) | undefined>()

/** Throws where the library cannot be loaded. */
export async function loadBarcodes(): Promise<void> {
  if ($toBarcode.get()) return
  const { default: JsBarcode } = await import('jsbarcode')
  $toBarcode.set((text) => {
    const result: { encodings?: { data: string }[] } = {}
    JsBarcode(result, text, { format: 'CODE128' })
    return toBarcode((result.encodings ?? []).map(({ data }) => data).join(''))
  })
}

/** `1101` → two bars, of two modules and of one. */
function toBarcode(modules: string): Barcode {
  const bars = [...modules.matchAll(/1+/g)]
  return {
    width: modules.length + 2 * QUIET_ZONE,
    path: bars
      .map(({ 0: bar, index }) => `M${index + QUIET_ZONE} 0h${bar.length}v1h-${bar.length}z`)
      .join(''),
  }
}
