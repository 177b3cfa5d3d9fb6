/** The file of the repository that a picture comes from. Astro names it on the object, but not in its type. */
export function originalFile(image: ImageMetadata): string {
  const { fsPath } = image as ImageMetadata & { fsPath?: unknown }
  if (typeof fsPath === 'string') return fsPath
  throw new Error(`Astro no longer says which file ${image.src} was made from`)
}
