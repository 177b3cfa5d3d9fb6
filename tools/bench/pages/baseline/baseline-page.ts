export interface BaselinePage {
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

/** The page a customer goes to from this one, as from ours. */
export function nextOf(name: string): string {
  return name === 'home' ? 'catalogue' : 'product'
}

export function baselinePages(): BaselinePage[] {
  return JSON.parse(process.env['BASELINE_PAGES'] ?? '[]') as BaselinePage[]
}
