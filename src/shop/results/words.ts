/** At the foot of a block of drawings (docs/product.md, rule 9.7). */
export const DRAWN_NOTE = 'Drawn for this page; no photographs of customers.'
