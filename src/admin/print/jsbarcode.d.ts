/** jsbarcode has types of its entry only. */
declare module 'jsbarcode/bin/barcodes/CODE128/index.js' {
  export class CODE128 {
    constructor(text: string, options: object)
    /** One digit for each module: 1 is black. */
    encode(): { data: string }
  }
}
