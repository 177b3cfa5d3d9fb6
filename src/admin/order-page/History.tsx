import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { formatMoment } from '#kit/dates.ts'
import { historyLines } from './history.ts'
import type { OrderWithHistory } from './order-with-history.ts'

/** Changes of status and corrections, with both versions. */
export function History({ found }: { found: OrderWithHistory }) {
  return (
    <ol className="grid gap-3 border-s border-line ps-4">
      {historyLines(found).map(({ changes, at, by }) => (
        <li key={`${at} ${changes}`}>
          {changes.map((change) => (
            <p key={change} className="font-medium">
              <UntrustedText isWhole>{change}</UntrustedText>
            </p>
          ))}
          <p className="text-muted">
            <time dateTime={at}>{formatMoment(at)}</time> · {by}
          </p>
        </li>
      ))}
    </ol>
  )
}
