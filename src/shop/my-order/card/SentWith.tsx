import { ENDING_WORDS } from '#order/texts/order-words.ts'
import { paths } from '#paths.ts'

/** In which parcel an order comes that was joined with another. Its number is empty where it is masked. */
export function SentWith({ joinedInto }: { joinedInto: string }) {
  if (!joinedInto) return ENDING_WORDS.joined.title
  return (
    <>
      Sent with{' '}
      <a href={paths.tracking(joinedInto)} className="text-link">
        order <span translate="no">{joinedInto}</span>
      </a>
    </>
  )
}
