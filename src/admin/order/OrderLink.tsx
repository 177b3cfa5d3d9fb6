import { paths } from '#paths.ts'

export function OrderLink({ id }: { id: string }) {
  return (
    <a href={paths.adminOrder(id)} className="text-link inline-flex min-h-touch items-center">
      {id}
    </a>
  )
}
