import { useState } from 'react'
import { type Column, DataTable } from '#admin/kit/DataTable.tsx'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { NoRows } from '#admin/lists/NoRows.tsx'
import { SearchField } from '#admin/lists/SearchField.tsx'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { showToast } from '#kit/toast/toast.store.ts'
import { Picture } from '#kit/view/Picture.tsx'
import type { PictureFiles } from '#kit/view/picture-files.ts'
import { paths } from '#paths.ts'
import { Price } from '#product/Price.tsx'
import { type Pause, WHOLE_SHOP } from '#product/pauses.ts'
import type { Product } from '#product/product.ts'
import { PauseButton, PauseNote } from './PauseButton.tsx'
import { createPauses, type PausablePart, type PausesStore } from './pauses.store.ts'
import { formatRating, matchesSearch, shortTags } from './product-search.ts'

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

interface ProductsProps {
  products: readonly ProductRow[]
  store: PausesStore
}

const SHOP: PausablePart = { ...WHOLE_SHOP, name: 'The whole shop' }

export const ProductsIsland = island(Products, createPauses)

/** The catalogue with a search. What is sold now is changed by a press, the rest in files: the buttons say where. */
function Products({ products, store }: ProductsProps) {
  const [typed, setTyped] = useState('')
  const found = products.filter((product) => matchesSearch(product, typed))
  return (
    <>
      <SearchField
        placeholder="Name, description, category or tag"
        value={typed}
        onType={setTyped}
        className="mb-4 max-w-md"
      />
      <RemoteView remote={store} name="products">
        {(pauses) => (
          <>
            {found.length > 0 ? (
              <ProductTable products={found} pauses={pauses} store={store} />
            ) : (
              <NoRows title="No products found" />
            )}
            <div className="flex min-h-14 flex-wrap items-center gap-x-4 py-2 lg:px-3">
              <div className="me-auto">
                <p className="font-medium">{SHOP.name}</p>
                <PauseNote part={SHOP} pauses={pauses} />
              </div>
              <PauseButton part={SHOP} pauses={pauses} store={store} />
            </div>
          </>
        )}
      </RemoteView>
      <Button variant="quiet" className="-ms-5" onClick={sayWhere}>
        Add New Product
      </Button>
    </>
  )
}

interface TableProps {
  products: readonly ProductRow[]
  pauses: readonly Pause[]
  store: PausesStore
}

function ProductTable({ products, pauses, store }: TableProps) {
  const sizes = (product: ProductRow) => <Sizes product={product} pauses={pauses} store={store} />
  const columns: Column<ProductRow>[] = [
    {
      name: 'Product',
      show: (product) => (
        <div className="flex min-w-0 gap-3">
          <Thumbnail product={product} />
          <div className="min-w-0">
            <p className="font-semibold">{product.name}</p>
            <p className="text-sm text-muted">{product.shortDescription}</p>
          </div>
        </div>
      ),
    },
    { name: 'Category', show: ({ category }) => category },
    { name: 'Tags', show: ({ tags }) => shortTags(tags).join(', ') },
    { name: 'Price', show: (product) => <ProductPrice product={product} /> },
    { name: 'Rating', show: formatRating },
    { name: 'On sale', head: <span className="whitespace-nowrap">On sale</span>, show: sizes },
    { name: 'Actions', show: (product) => <Actions product={product} /> },
  ]
  return (
    <DataTable
      caption="Products"
      columns={columns}
      rows={products}
      keyOf={({ id }) => id}
      narrow={(product) => (
        <TwoLineRow
          start={<Thumbnail product={product} />}
          title={<span className="font-semibold">{product.name}</span>}
          titleLines="all"
          figure={<ProductPrice product={product} />}
        >
          <p>{product.shortDescription}</p>
          <p>{[product.category, ...shortTags(product.tags), formatRating(product)].join(' · ')}</p>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-base">
            <Actions product={product} />
            {sizes(product)}
          </div>
        </TwoLineRow>
      )}
    />
  )
}

/** Each size with its button; the size is named where there are several. */
function Sizes({ product, pauses, store }: Omit<TableProps, 'products'> & { product: ProductRow }) {
  const { id, name, sizes, onSale } = product
  if (!onSale) return <>Off sale</>
  return (
    <ul className="grid gap-2">
      {sizes.map(({ label }) => {
        const part = { id, size: label, name: `${name} (${label})` }
        return (
          <li
            key={label}
            className="flex flex-wrap items-center justify-end gap-x-3 lg:justify-start"
          >
            {sizes.length > 1 && <span>{label}</span>}
            <PauseNote part={part} pauses={pauses} />
            <PauseButton part={part} pauses={pauses} store={store} />
          </li>
        )
      })}
    </ul>
  )
}

function Thumbnail({ product: { picture } }: { product: ProductRow }) {
  return (
    <div className="w-12 shrink-0 self-start">
      <Picture files={picture} alt="" className="h-15 w-12 rounded-md bg-plate object-cover" />
    </div>
  )
}

function ProductPrice({ product: { onSale, sizes } }: { product: ProductRow }) {
  const [size] = sizes
  return onSale ? <Price size={size} /> : 'Off sale'
}

function Actions({ product: { id, name } }: { product: ProductRow }) {
  const action = 'text-link inline-flex min-h-touch min-w-touch items-center'
  return (
    <div className="flex flex-wrap gap-x-4 lg:flex-nowrap">
      <a href={paths.product(id)} aria-label={`View ${name}`} className={action}>
        View
      </a>
      <button type="button" aria-label={`Edit ${name}`} onClick={sayWhere} className={action}>
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
