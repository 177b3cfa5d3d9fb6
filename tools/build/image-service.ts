/*
 * Astro's image service with a limit: a picture of a text says no width, and would be published as wide as its file.
 * It gets the widths of an article's cover. https://docs.astro.build/en/reference/image-service-reference/
 */
import type { LocalImageService } from 'astro'
import sharpService from 'astro/assets/services/sharp'

const WIDTHS = [480, 768, 1200]
const WIDEST = 1200

const service: LocalImageService = {
  ...sharpService,
  validateOptions(options, ...rest) {
    const { width = 0, height = 0, widths } = options
    if (!widths && width > WIDEST) {
      options.height = Math.round((height * WIDEST) / width)
      options.width = WIDEST
      options.widths = WIDTHS
      options['sizes'] ??= '(max-width: 40rem) 100vw, 38rem'
    }
    return sharpService.validateOptions?.(options, ...rest) ?? options
  },
}

export default service
