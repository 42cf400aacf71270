import { type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../core/contract/error-catalogue.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import type { CommandResult } from '../../engine/host/committed-batch.ts';
import type { RejectReason, Shortage } from '../../engine/sink.ts';
import type { InstrumentGrid } from './instrument-grid.ts';

type Refusal = NonNullable<CommandResult['rejected']>;

/** What a refusal is about, for the texts. */
export interface RefusalSubject {
  readonly apiId: number;
  readonly instrumentId: string;
  readonly grid: InstrumentGrid | null;
  readonly side: OrderSide;
  readonly orderId: string;
  /** Status of the order that was to be changed, if known. */
  readonly status: string;
}

const codes: Readonly<Record<RejectReason, ErrorCode>> = {
  UNKNOWN_ACCOUNT: 'ACCESS_ACCOUNT',
  UNKNOWN_INSTRUMENT: 'MARKET_UNKNOWN_INSTRUMENT',
  UNKNOWN_ASSET: 'ORDER_NOT_SUPPORTED',
  UNKNOWN_ORDER: 'ORDER_UNKNOWN',
  INSTRUMENT_CLOSED: 'ORDER_INSTRUMENT_CLOSED',
  QTY_TOO_SMALL: 'ORDER_QTY_TOO_SMALL',
  QTY_TOO_LARGE: 'ORDER_QTY_TOO_LARGE',
  NOTIONAL_TOO_SMALL: 'ORDER_NOTIONAL_TOO_SMALL',
  PRICE_OUT_OF_BAND: 'ORDER_PRICE_OUT_OF_BAND',
  PRICE_INVALID: 'ORDER_PRICE_INVALID',
  WOULD_TRIGGER: 'ORDER_WOULD_TRIGGER',
  NO_REFERENCE_PRICE: 'ORDER_NO_REFERENCE_PRICE',
  OCO_PRICES: 'ORDER_OCO_PRICES',
  NOT_SUPPORTED: 'ORDER_NOT_SUPPORTED',
  INSUFFICIENT_BALANCE: 'ORDER_INSUFFICIENT_BALANCE',
  DUPLICATE_CLIENT_ORDER_ID: 'ORDER_DUPLICATE_CLIENT_ID',
  DUPLICATE_REFERENCE: 'TRANSFER_DUPLICATE_REFERENCE',
  REDUCE_ONLY: 'ORDER_REDUCE_ONLY',
  NOTHING_TO_AMEND: 'ORDER_NOTHING_TO_AMEND',
  ORDER_NOT_AMENDABLE: 'ORDER_NOT_AMENDABLE',
  AMOUNT_OVERFLOW: 'ORDER_AMOUNT_OVERFLOW',
  TOO_MANY_ORDERS: 'ORDER_TOO_MANY',
};

/** Engine words of fields where the contract has others. */
const fieldNames: Readonly<Record<string, string>> = { trigger: 'triggerPrice', orderType: 'type', account: 'qty' };

/** The engine's refusal as an error of the catalogue, its bound in decimals. */
export function orderRefusal({ reason, field: engineField, limit, shortage }: Refusal, subject: RefusalSubject): Outcome<never> {
  const field = fieldNames[engineField] ?? engineField;
  const code = codes[reason];
  const { grid } = subject;
  switch (reason) {
    case 'QTY_TOO_SMALL':
    case 'QTY_TOO_LARGE':
      return refused(code, { field, limit: grid === null ? limit : grid.qty(Number(limit)) });
    case 'NOTIONAL_TOO_SMALL':
      return refused(code, { field, limit: grid === null ? limit : grid.quote(BigInt(limit)) });
    case 'PRICE_OUT_OF_BAND':
      return refused(code, { field, limit: grid === null ? limit : grid.price(Number(limit)) });
    case 'INSUFFICIENT_BALANCE':
      return refused(code, { ...shortBalance(field, limit, subject), ...neededBalance(field, shortage, subject) });
    case 'TOO_MANY_ORDERS':
      return refused(code, { field, limit });
    case 'NOT_SUPPORTED':
    case 'UNKNOWN_ASSET':
      return refused(code, { field, value: limit });
    case 'UNKNOWN_ACCOUNT':
      return refused(code, { apiId: subject.apiId });
    case 'UNKNOWN_INSTRUMENT':
    case 'INSTRUMENT_CLOSED':
      return refused(code, { instrument: subject.instrumentId });
    case 'UNKNOWN_ORDER':
      return refused(code, { orderId: subject.orderId });
    case 'ORDER_NOT_AMENDABLE':
      return refused(code, { status: subject.status });
    case 'NOTHING_TO_AMEND':
    case 'REDUCE_ONLY':
      return refused(code);
    default:
      return refused(code, { field });
  }
}

function shortBalance(field: string, limit: string, { grid, side }: RefusalSubject): { field: string; limit: string; asset: string } {
  if (grid === null) return { field, limit, asset: '' };
  const { base, quote } = grid.instrument;
  return side === 'BUY'
    ? { field, limit: grid.quote(BigInt(limit)), asset: quote }
    : { field, limit: grid.base(BigInt(limit)), asset: base };
}

/** What was needed and what would have fitted; nothing where no order was refused, or its market is gone. */
function neededBalance(field: string, shortage: Shortage | undefined, { grid, side }: RefusalSubject): Partial<ShortTerms> {
  if (shortage === undefined || grid === null) return {};
  const { base, quote } = grid.instrument;
  const units = BigInt(shortage.need);
  const need = side === 'BUY' ? grid.quote(units) : grid.base(units);
  return field === 'quoteAmount'
    ? { need, fits: grid.quote(BigInt(shortage.fits)), fitsAsset: quote }
    : { need, fits: grid.qty(Number(shortage.fits)), fitsAsset: base };
}

type ShortTerms = { readonly need: string; readonly fits: string; readonly fitsAsset: string };
