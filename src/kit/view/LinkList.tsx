import type { ComponentProps } from 'react'
import type { Link } from './link.ts'

interface LinkListProps extends ComponentProps<'ul'> {
  links: readonly Link[]
  /** Classes of each link. */
  linkClass: string
}

/** In an island a browser may have translated its texts before React comes (Field.tsx). */
export function LinkList({ links, linkClass, ...list }: LinkListProps) {
  return (
    <ul {...list}>
      {links.map(({ before, label, dir, href, rel }) => (
        <li key={href}>
          <a suppressHydrationWarning href={href} rel={rel} className={linkClass}>
            {dir ? (
              <span suppressHydrationWarning>
                {before && `${before} `}
                <bdi suppressHydrationWarning dir={dir}>
                  {label}
                </bdi>
              </span>
            ) : (
              label
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
