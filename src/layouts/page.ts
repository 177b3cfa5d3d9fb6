/* What every customer page runs after it has loaded. */
import { showCartCount } from '#features/cart/cart-badge.ts'
import { cacheSeenPages } from '#features/offline/cache-seen-pages.ts'
import { startToaster } from '#ui/toaster.ts'

showCartCount()
startToaster()
cacheSeenPages()
