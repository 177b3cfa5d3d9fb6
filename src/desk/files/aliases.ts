/*
 * The headers of couriers' files, as `headerKey` writes them. They come from the sources of live integrations. The
 * headers of some portals' own spreadsheets are not public: what is not here is asked for once.
 */
import { type ColumnMapping, NAMING_FIELDS, type StatementField } from './fields.ts'
import { headerKey, type KnownHeaders } from './sheet.ts'

type Aliases = Partial<Record<StatementField, readonly string[]>>

/** Of one courier. They come before those of all. */
const OF_COURIER: Record<string, Aliases> = {
  postex: {
    reference: ['orderrefnumber', 'orderreferencenumber'],
    trackingNumber: ['trackingnumber'],
    status: ['transactionstatus', 'orderstatus'],
    paymentStatus: ['settle'],
    paidOn: ['settlementdate'],
    paymentNumber: ['cprnumber', 'cprno', 'cpr'],
    upfrontOn: ['upfrontpaymentdate'],
    upfrontNumber: ['cprnumber1'],
    reserveOn: ['reservepaymentdate'],
    reserveNumber: ['cprnumber2'],
    toCollect: ['invoicepayment'],
    upfront: ['upfrontpayment'],
    reserve: ['reservepayment'],
    balance: ['balancepayment'],
    fee: ['transactionfee'],
    tax: ['transactiontax'],
    returnFee: ['reversalfee'],
    returnTax: ['reversaltax'],
  },
  leopards: {
    trackingNumber: ['bookedpacketcn'],
    reference: ['bookedpacketorderid'],
    status: ['status', 'bookedpacketstatus'],
    paidOn: ['invoicechequedate'],
    paymentNumber: ['invoicechequeno'],
    toCollect: ['bookedpacketcollectamount'],
    fee: ['shipmentcharges'],
    cashFee: ['cashhandlingcharges'],
    fuelFee: ['fuelsurchargeamount'],
    returnFee: ['returncharges'],
    tax: ['gstamount'],
    costs: ['netcharges'],
  },
  tcs: {
    trackingNumber: ['cnbycourier'],
    reference: ['orderno'],
    status: ['cnstatus'],
    statusOn: ['deliverydate'],
    paymentStatus: ['paymentstatus'],
    paidOn: ['paymentdate'],
    cash: ['amountpaid'],
    fee: ['deliverycharges'],
  },
  trax: {
    paymentStatus: ['paymentstatus'],
    paidOn: ['paymentdate'],
    paymentNumber: ['paymentid'],
  },
}

const OF_ALL: Aliases = {
  trackingNumber: [
    ...['trackingnumber', 'trackingno', 'tracking', 'trackingid', 'tracknumber', 'trackno'],
    ...['cn', 'cnno', 'cnnumber', 'consignment', 'consignmentno', 'consignmentnumber'],
    ...['awb', 'awbno', 'awbnumber', 'airwaybill', 'airwaybillno', 'airwaybillnumber'],
    ...['waybill', 'waybillno', 'waybillnumber', 'shipmentno', 'shipmentnumber'],
  ],
  reference: [
    ...['orderid', 'orderno', 'ordernumber', 'orderref', 'orderrefno', 'orderrefnumber'],
    ...['orderreference', 'orderreferenceno', 'orderreferencenumber'],
    ...['reference', 'referenceno', 'referencenumber', 'ref', 'refno', 'refnumber'],
    ...['customerreference', 'customerreferenceno', 'shipperreference', 'shipperreferenceno'],
  ],
  status: [
    ...['status', 'parcelstatus', 'shipmentstatus', 'orderstatus', 'currentstatus'],
    ...['deliverystatus', 'trackingstatus'],
  ],
  reason: [
    ...['reason', 'statusreason', 'undeliveredreason', 'failurereason', 'returnreason'],
    ...['remarks', 'remark', 'courierremarks'],
  ],
  statusOn: [
    ...['statusdate', 'deliverydate', 'deliveredon', 'delivereddate', 'orderdeliverydate'],
    ...['drdate', 'deliveryreturndate'],
  ],
  paymentStatus: ['paymentstatus', 'ispaid'],
  paidOn: ['paymentdate', 'paidon', 'paiddate', 'invoicedate', 'chequedate'],
  paymentNumber: [
    ...['paymentid', 'paymentno', 'paymentnumber', 'invoiceno', 'invoicenumber'],
    ...['chequeno', 'chequenumber', 'statementno', 'statementnumber'],
    ...['rrno', 'rrnumber', 'ibftno', 'ibftnumber'],
  ],
  cash: ['amountpaid', 'paidamount', 'codpaid', 'collectedamount', 'amountcollected'],
  toCollect: [
    ...['cod', 'codamount', 'cashondelivery', 'amounttocollect', 'collectamount'],
    ...['collectionamount', 'codvalue'],
  ],
  fee: [
    ...['deliverycharges', 'deliveryfee', 'deliverycharge', 'shippingcharges', 'shippingfee'],
    ...['servicecharges', 'freight', 'courierfee', 'couriercharges', 'shipping', 'charges'],
    ...['weightcharges', 'updatedcharges', 'shipmentcharges'],
  ],
  cashFee: ['cashhandling', 'cashhandlingcharges', 'cashhandlingfee', 'codcharges', 'codfee'],
  fuelFee: ['fuelsurcharge', 'fueladjustment', 'fuelcharges', 'fsc'],
  returnFee: ['returncharges', 'returnfee', 'returncharge', 'rtocharges'],
  tax: ['gst', 'tax', 'gstamount', 'taxamount', 'salestax', 'sst'],
  withheldTax: [
    ...['wht', 'withholdingtax', 'incometax', 'whtamount', 'whincometax', 'whtincometax'],
    ...['withholdingincometax', 'withheldincometax', 'deduction', 'taxdeduction'],
  ],
  withheldSalesTax: [...['whsalestax', 'whtsalestax', 'withholdingsalestax', 'withheldsalestax']],
  adjustment: ['adjustment', 'adjustments', 'adjustmentamount'],
  costs: ['totalcharges', 'totaldeductions', 'deductions'],
  net: [
    ...['net', 'netamount', 'netpayable', 'netpayment', 'nettotal', 'netpayableamount'],
    ...['amountpayable', 'payable', 'balance'],
  ],
  serial: ['sno', 'srno', 'sr', 'serial', 'serialno', 'no', 'sl', 'slno', 'snumber'],
}

/** A row that names parcels is above one that names more of other things: titles name the payment. */
export const NAMES_PARCELS = 100

/** Of any courier, and those that the admin chose. */
export function knownHeaders(mapping: ColumnMapping = {}): KnownHeaders {
  const tables = [OF_ALL, ...Object.values(OF_COURIER)].flatMap((table) => Object.entries(table))
  const chosen = Object.entries(mapping).map(
    ([field, header]) => [field, [headerKey(header)]] as const,
  )
  const points = (field: string) =>
    NAMING_FIELDS.includes(field as StatementField) ? NAMES_PARCELS : 1
  return new Map(
    [...tables, ...chosen].flatMap(([field, names]) =>
      names.map((name) => [name, points(field)] as const),
    ),
  )
}

/** The field of a header, and whether the name is the courier's own. */
export function fieldOfHeader(
  header: string,
  courier: string,
): { field: StatementField; isOwn: boolean } | undefined {
  const key = headerKey(header)
  const own = fieldOf(OF_COURIER[courier] ?? {}, key)
  const field = own ?? fieldOf(OF_ALL, key)
  return field && { field, isOwn: own !== undefined }
}

function fieldOf(aliases: Aliases, key: string): StatementField | undefined {
  const [field] = Object.entries(aliases).find(([, names]) => names.includes(key)) ?? []
  return field as StatementField | undefined
}
