export function readingTime(minutes: number): string {
  return `${minutes} min read`
}
