import type { ComponentProps } from 'react'
import type { PictureFiles } from './picture-files.ts'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> {
  files: PictureFiles
  /** '' for what only decorates. */
  alt: string
}

/** A picture, whose files are made in the build: in a page by Photo.astro. */
export function Picture({ files, alt, sizes, loading = 'lazy', ...img }: PictureProps) {
  const { avif, webp, width, height } = files
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        {...img}
        // Stands before `src`, at which some browsers begin to load.
        loading={loading}
        decoding="async"
        width={width}
        height={height}
        alt={alt}
        src={webp}
      />
    </picture>
  )
}
