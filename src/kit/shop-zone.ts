/** The shop's time zone. The database computes delivery dates in the same: private.shop_day(). */
export const SHOP_ZONE = 'Asia/Karachi'
