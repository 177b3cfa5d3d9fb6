/** JSON that cannot end the `<script>` it stands in: `<` becomes its escape, which JSON reads as `<`. */
export function jsonForHtml(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
