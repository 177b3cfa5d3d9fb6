import type { ComponentProps } from 'react'
import type { Link } from './link.ts'

interface LinkListProps extends ComponentProps<'ul'> {
  links: readonly Link[]
  /** Classes of each link. */
  linkClass: string
}

export function LinkList({ links, linkClass, ...list }: LinkListProps) {
  return (
    <ul {...list}>
      {links.map(({ before, label, dir, href, rel }) => (
        <li key={href}>
          <a suppressHydrationWarning href={href} rel={rel} className={linkClass}>
            {dir ? (
              <span>
                {before && `${before} `}
                <bdi dir={dir}>{label}</bdi>
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
