/** As it is read out: "4.9 out of 5, 328 reviews". */
export function ratingSentence(rating: number, reviews: number): string {
  return `${rating.toFixed(1)} out of 5, ${reviews} ${reviews === 1 ? 'review' : 'reviews'}`
}
