import { phoneHref } from '#config/contact-links.ts'
import { settings } from '#config/settings.ts'

/** Calls the shop. Renders nothing where the settings have no phone. */
export function CallLink({ className }: { className: string }) {
  if (!settings.phone) return null
  return (
    <a href={phoneHref} className={className}>
      {/* One child, since the link may be a flex container, which drops the space between two. */}
      <span>
        <span suppressHydrationWarning>Call</span>{' '}
        <bdi dir="ltr" translate="no">
          {settings.phone}
        </bdi>
      </span>
    </a>
  )
}
