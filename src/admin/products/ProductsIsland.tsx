import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { staticIsland } from '#kit/island/island.tsx'
import { type Column, DataTable } from '#kit/list/DataTable.tsx'
import { showToast } from '#kit/toast/toast.store.ts'
import { Picture } from '#kit/view/Picture.tsx'
import type { PictureFiles } from '#kit/view/picture-files.ts'
import { paths } from '#paths.ts'
import { Price } from '#product/Price.tsx'
import type { Product } from '#product/product.ts'
import { matchesSearch, searchText, shortTags } from './product-search.ts'

/** What the list shows of a product and looks for. */
export interface ProductRow
  extends Pick<
    Product,
    | 'id'
    | 'name'
    | 'shortDescription'
    | 'description'
    | 'category'
    | 'tags'
    | 'sizes'
    | 'onSale'
    | 'rating'
    | 'reviews'
  > {
  picture: PictureFiles
}

const ACTION = 'text-link inline-flex min-h-touch min-w-touch items-center'

const COLUMNS: Column<ProductRow>[] = [
  { name: 'Product', show: NameWithPicture },
  { name: 'Category', show: ({ category }) => category },
  { name: 'Tags', show: Tags },
  {
    name: 'Price',
    show: ({ onSale, sizes: [size] }) => (onSale ? <Price size={size} /> : 'Off sale'),
  },
  {
    name: 'Rating',
    show: ({ rating, reviews }) => `${rating.toFixed(1)} (${reviews} reviews)`,
  },
  { name: 'Actions', show: Actions },
]

/** The catalogue with a search. It is changed in files, so the buttons say where. */
export const ProductsIsland = staticIsland(({ products }: { products: readonly ProductRow[] }) => {
  const search = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  // What was typed before hydration.
  useEffect(() => setTyped(search.current?.value ?? ''), [])
  const found = products.filter((product) => matchesSearch(searchText(product), typed))

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h2">Products</h1>
        <Button variant="primary" onClick={sayWhere}>
          Add New Product
        </Button>
      </div>
      <Field
        ref={search}
        label="Search"
        name="search"
        type="search"
        placeholder="Name, description, category or tag"
        autoComplete="off"
        className="mb-6 max-w-md"
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.length > 0 ? (
        <DataTable caption="Products" columns={COLUMNS} rows={found} keyOf={({ id }) => id} />
      ) : (
        <p className="py-6 text-muted">No products found</p>
      )}
    </>
  )
})

function NameWithPicture({ name, shortDescription, picture }: ProductRow) {
  return (
    <div className="flex min-w-0 flex-wrap gap-3">
      <div className="w-16 shrink-0">
        <Picture files={picture} alt="" className="h-20 w-16 rounded-md bg-plate object-cover" />
      </div>
      <div className="min-w-0 flex-1 basis-20">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">{shortDescription}</p>
      </div>
    </div>
  )
}

function Tags({ tags }: ProductRow) {
  return (
    <ul className="flex min-w-0 flex-wrap gap-1">
      {shortTags(tags).map((tag) => (
        <li key={tag} className="rounded-full bg-sand px-2 text-sm">
          {tag}
        </li>
      ))}
    </ul>
  )
}

function Actions({ id, name }: ProductRow) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <a href={paths.product(id)} aria-label={`View ${name}`} className={ACTION}>
        View
      </a>
      <button type="button" aria-label={`Edit ${name}`} onClick={sayWhere} className={ACTION}>
        Edit
      </button>
    </div>
  )
}

function sayWhere(): void {
  showToast({
    title: 'The catalogue is kept in files',
    description:
      'Products are in src/content/products and prices in src/content/price-list.json. Change them there and publish the site again.',
  })
}
