/** Of the dot of a testimonial. */
export function dotLabel(nth: number, count: number, name: string): string {
  return `Testimonial ${nth} of ${count}: ${name}`
}
