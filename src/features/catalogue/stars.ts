export type StarFill = 'full' | 'half' | 'empty'

/** Five stars, to the nearest half: 4.9 is five full ones. */
export function starFills(rating: number): StarFill[] {
  const halves = Math.round(rating * 2)
  return [1, 2, 3, 4, 5].map((star) => {
    if (halves >= star * 2) return 'full'
    return halves === star * 2 - 1 ? 'half' : 'empty'
  })
}

/** As it is read out: "4.9 out of 5, 328 reviews". */
export function ratingSentence(rating: number, reviews: number): string {
  return `${rating.toFixed(1)} out of 5, ${reviews} ${reviews === 1 ? 'review' : 'reviews'}`
}
