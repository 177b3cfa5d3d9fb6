/** The source file of a picture. Astro has it on the object, but not in its type. */
export function originalFile(image: ImageMetadata): string {
  const { fsPath } = image as ImageMetadata & { fsPath?: unknown }
  if (typeof fsPath === 'string') return fsPath
  throw new Error(`Astro does not name the source file of ${image.src}`)
}
