/* Code 128 of an order id, which scanners of couriers and of the shop read. */

// The rest of the package is large: it writes other kinds of codes, and draws them.
import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js'

/** Module widths that stay white at both ends, without which scanners find no code. */
const QUIET_ZONE = 10

interface Barcode {
  /** In modules, the quiet zones included. */
  width: number
  /** Of an SVG path, one module high. */
  path: string
}

/** `1101` → two bars, of two modules and of one. */
export function toBarcode(text: string): Barcode {
  const modules = new CODE128(text, {}).encode().data
  const bars = [...modules.matchAll(/1+/g)]
  return {
    width: modules.length + 2 * QUIET_ZONE,
    path: bars
      .map(({ 0: bar, index }) => `M${index + QUIET_ZONE} 0h${bar.length}v1h-${bar.length}z`)
      .join(''),
  }
}
