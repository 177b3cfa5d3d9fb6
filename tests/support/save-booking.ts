/** Sets id, status, courier, tracking number and outcome of an order, whatever it was. */
export const SAVE_BOOKING = `
  select private.save_bookings(array[
    row($1::text, $2::public.order_status, $3::text, $4::text, $5::text, null, null)::private.bookings
  ])`
