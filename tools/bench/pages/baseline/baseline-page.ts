export interface FloorPage {
  name: string
  title: string
  paragraphs: string[]
  pictures: Picture[]
}

export interface Picture {
  address: string
  /** As they are shown. */
  width: number
  height: number
  /** The one that the page hurries for. */
  isFirst: boolean
}

/** The page a shopper goes to from this one, as from ours. */
export function nextOf(name: string): string {
  return name === 'home' ? 'catalogue' : 'product'
}

export function floorPages(): FloorPage[] {
  return JSON.parse(process.env['FLOOR_PAGES'] ?? '[]') as FloorPage[]
}
