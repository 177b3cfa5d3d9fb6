import { Picture } from '#kit/view/Picture.tsx'
import { paths } from '#paths.ts'
import { Price } from '#product/Price.tsx'
import { PAUSED } from '#shop/pauses/words.ts'
import type { Card } from './card.ts'

interface ProductCardProps {
  card: Card
  /** The level of the name, under the heading of its list. */
  heading?: 'h2' | 'h3'
  /** Its picture is on the first screen, so the page hurries for it. */
  isOnFirstScreen?: boolean
  /** The words stand beside the picture, and below it where the text is large. */
  isWide?: boolean
  /** No size is sold now. On pages without an island show-pauses.ts shows it. */
  isPaused?: boolean
}

/** Where a card lies across the grid, its words stand beside the picture, and below it where the text is large. */
const HALF = 'across:flex-1 across:basis-[max(8.25rem,40%)]'
const WIDE_HALF = 'flex-1 basis-[max(8.25rem,40%)]'

export function ProductCard({
  card,
  heading: Heading = 'h3',
  isOnFirstScreen = false,
  isWide = false,
  isPaused = false,
}: ProductCardProps) {
  const { id, name, shortDescription, sizes, badges, picture, alt } = card
  return (
    <article
      className={`group relative flex h-full gap-x-[clamp(0.75rem,2.6vw,1.5rem)] gap-y-3 across:flex-row across:flex-wrap ${isWide ? 'flex-row flex-wrap' : 'flex-col'}`}
    >
      <div
        data-becomes={id}
        className={`aspect-4/5 shrink-0 overflow-hidden rounded-lg bg-plate ${isWide ? WIDE_HALF : HALF} ${isOnFirstScreen ? '' : 'when-near'}`}
      >
        <Picture
          files={picture}
          alt={alt}
          sizes="(max-width: 576px) 45vw, (max-width: 992px) 30vw, 24rem"
          loading={isOnFirstScreen ? 'eager' : 'lazy'}
          fetchPriority={isOnFirstScreen ? 'high' : undefined}
          className="size-full object-cover moving group-hover:scale-[1.02]"
        />
      </div>
      <div className={`flex flex-col gap-2 ${isWide ? `${WIDE_HALF} sm:justify-center` : HALF}`}>
        <Heading className="text-lg lg:text-h3">
          <a
            suppressHydrationWarning
            href={paths.product(id)}
            className="after:absolute after:inset-0 group-hover:underline"
          >
            {name}
          </a>
        </Heading>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Price size={sizes[0]} className="text-lg" />
          <Badges badges={badges} />
        </div>
        <PausedNote card={card} isPaused={isPaused} />
        <p suppressHydrationWarning className="text-muted max-sm:text-sm">
          {shortDescription}
        </p>
      </div>
    </article>
  )
}

/** In a row of a list that shows the same products large elsewhere on its page. */
export function SmallProductCard({ card }: { card: Card }) {
  const { id, name, sizes, badges, picture } = card
  return (
    <article className="group relative flex h-full flex-wrap items-center gap-4 rounded-lg border border-line p-3 lg:gap-6 lg:p-4">
      <Picture
        files={picture}
        alt=""
        sizes="7rem"
        className="aspect-4/5 h-auto w-24 shrink-0 rounded-md bg-plate object-cover lg:w-28"
      />
      <div className="grid min-w-0 flex-1 basis-36 gap-1">
        <h3 className="text-h3">
          <a
            href={paths.product(id)}
            className="after:absolute after:inset-0 group-hover:underline"
          >
            {name}
          </a>
        </h3>
        <p className="text-muted">{sizes.map(({ label }) => label).join(', ')}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Price size={sizes[0]} />
          <Badges badges={badges} />
        </div>
        <PausedNote card={card} isPaused={false} />
      </div>
    </article>
  )
}

function Badges({ badges }: Pick<Card, 'badges'>) {
  if (badges.length === 0) return null
  return (
    <ul aria-label="Labels" className="flex flex-wrap gap-1.5">
      {badges.map((badge) => (
        <li
          suppressHydrationWarning
          key={badge}
          className="rounded-sm border border-amber px-1.5 text-xs/5 font-semibold text-amber"
        >
          {badge}
        </li>
      ))}
    </ul>
  )
}

function PausedNote({ card: { id, sizes }, isPaused }: { card: Card; isPaused: boolean }) {
  return (
    <p
      suppressHydrationWarning
      hidden={!isPaused}
      data-paused-card={id}
      data-sizes={JSON.stringify(sizes.map(({ label }) => label))}
      className="font-semibold"
    >
      {PAUSED}
    </p>
  )
}
