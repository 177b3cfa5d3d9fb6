/** The label of a testimonial's dot. */
export function dotLabel(nth: number, count: number, name: string): string {
  return `Testimonial ${nth} of ${count}: ${name}`
}
