/** Runs `start` on every element of the page with `data-enhance="{name}"`. */
export function enhance<Kind extends HTMLElement>(
  name: string,
  start: (element: Kind) => void,
): void {
  for (const element of document.querySelectorAll<Kind>(`[data-enhance="${name}"]`)) start(element)
}
