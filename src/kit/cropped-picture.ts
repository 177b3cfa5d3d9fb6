import { readFile } from 'node:fs/promises'
import sharp, { type JpegOptions, type WebpOptions } from 'sharp'

interface Crop {
  width: number
  height: number
  format: 'jpeg' | 'webp'
  options: JpegOptions & WebpOptions
}

/** The response with a picture in one size, for URLs without a hash of the build: Astro's own have one. */
export async function croppedPicture(
  image: ImageMetadata,
  { width, height, format, options }: Crop,
): Promise<Response> {
  const picture = sharp(await readFile(originalFile(image))).resize({ width, height, fit: 'cover' })
  const data = await picture.toFormat(format, options).toBuffer()
  return new Response(new Uint8Array(data), { headers: { 'content-type': `image/${format}` } })
}

/** The source file of a picture. Astro has it on the object, but not in its type. */
function originalFile(image: ImageMetadata): string {
  const { fsPath } = image as ImageMetadata & { fsPath?: unknown }
  if (typeof fsPath === 'string') return fsPath
  throw new Error(`Astro does not name the source file of ${image.src}`)
}
