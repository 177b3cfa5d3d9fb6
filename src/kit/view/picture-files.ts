/*
 * The files of a picture: AVIF in the widths that screens need. Browsers older than AVIF get one WebP: a
 * choice of those for each picture would weigh more in every page than it would ever save them.
 */
import { getImage } from 'astro:assets'

export interface PictureFiles {
  /** A `srcset` of AVIF. */
  avif: string
  webp: string
  width: number
  height: number
}

export interface PictureSource {
  src: ImageMetadata
  width: number
  height: number
  /** In pixels; their picture needs `sizes`. Without them there is one, for the sharpest screens. */
  widths?: number[] | undefined
}

/** Runs in the build only. */
export async function pictureFiles({
  src,
  width,
  height,
  widths,
}: PictureSource): Promise<PictureFiles> {
  const choice = widths ? { widths } : { densities: [2] }
  const avif = await getImage({ src, width, height, format: 'avif', ...choice })
  const webp = await getImage({ src, width, height, format: 'webp' })
  return { avif: avif.srcSet.attribute, webp: webp.src, width, height }
}
