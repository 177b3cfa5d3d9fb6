/*
 * Classes of a table. On small screens a row becomes a card: each cell shows the name of its column
 * from `data-label`, and the head is left to screen readers.
 */
export const dataTable = {
  table: 'w-full border-collapse text-left max-md:block',
  head: 'max-md:sr-only',
  headCell: 'border-b border-edge px-3 py-2 align-bottom text-sm font-semibold text-muted',
  body: 'max-md:grid max-md:gap-4',
  row: 'max-md:grid max-md:gap-2 max-md:rounded-lg max-md:border max-md:border-line max-md:p-4 md:border-b md:border-line',
  cell:
    'min-w-0 align-top md:px-3 md:py-3 max-md:grid max-md:grid-cols-[7.5rem_minmax(0,1fr)] ' +
    'max-md:gap-3 max-md:before:text-sm max-md:before:text-muted max-md:before:content-[attr(data-label)]',
} as const
