import { Ajv } from 'ajv';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { strangeField } from '../../app/packages/order-question.ts';
import { askedTerms, withDefaults } from '../../core/contract/asked-terms.ts';
import type { Order, OrderIntent } from '../../core/contract/trading.ts';
import { type OrderFields, type OrderFieldTable, orderFieldTable } from '../../core/domain/orders/order-fields.ts';
import { strict } from '../../schemas/common.ts';
import type { OrderRequest } from '../../schemas/wire/order.ts';
import { intentProperties, requestProperties, viewProperties } from '../../schemas/wire/order-shapes.ts';
import { orderRecordCode, orderViewCode } from '../../scripts/reference/order-code.ts';
import { orderView } from '../../server/gateway/views/order-code.gen.ts';
import { exportOf, intentOf } from '../../server/gateway/views/order-mapping.ts';
import { orderRecordOf, storedOrder, toOrder } from '../../server/store/orders/order-code.gen.ts';
import { columnsOf } from '../../server/store/orders/order-columns.ts';
import { isSameOrder } from '../../server/trading/checks/same-order.ts';
import { readSource } from './reading/source-files.ts';

const fits = (schema: object, value: unknown): boolean => new Ajv().validate(schema, value);

const intent: OrderIntent = { apiId: 7, instrumentId: 'tessera/BTCUSDT/spot', side: 'BUY', type: 'LIMIT', price: '64000.5', qty: '0.25' };

const order: Order = {
  exchange: 'tessera',
  orderId: '12',
  instrumentId: intent.instrumentId,
  ...askedTerms(intent),
  pairId: null,
  parentId: null,
  filledQty: '0',
  filledQuote: '0',
  preventedQty: '0',
  status: 'UNFILLED',
  cause: 'PLACED',
  createdMs: 1_760_000_000_123,
  updatedMs: 1_760_000_000_123,
};

/** The table of tomorrow: an order that shows less than it has, and says when it ends. */
const tomorrow: OrderFieldTable = {
  ...orderFieldTable,
  displayQty: { wire: 'display_qty', kind: 'decimal', asked: 'perhaps', told: 'orNull' },
  expiry: { wire: 'expiry', kind: 'word', words: ['NEVER', 'DAY'], asked: 'perhaps', told: 'always', absent: 'NEVER' },
};
const shown = { ...intent, displayQty: '0.05', expiry: 'DAY' };
const placed = { ...order, displayQty: '0.05', expiry: 'DAY' };

describe("an order's fields", () => {
  it('are all in the one table, as the contract has them', () => {
    expectTypeOf<Exclude<keyof Order, 'exchange' | 'instrumentId'>>().toEqualTypeOf<
      { [K in keyof OrderFields]: OrderFields[K] extends { told: string } ? K : never }[keyof OrderFields]
    >();
    expectTypeOf<Exclude<keyof OrderIntent, 'instrumentId'>>().toEqualTypeOf<
      { [K in keyof OrderFields]: OrderFields[K] extends { asked: string } ? K : never }[keyof OrderFields]
    >();
  });

  it('come from the wire and go to it, a new one as soon as it has a row', () => {
    const request = { api_id: 7, side: 'BUY', type: 'LIMIT', price: '64000.5', qty: '0.25', display_qty: '0.05', expiry: 'DAY' };
    expect(fits(strict(requestProperties(tomorrow)), request)).toBe(true);
    expect(fits(strict(requestProperties()), request)).toBe(false);
    expect(fits(strict(requestProperties(tomorrow)), { ...request, expiry: 'LATER' })).toBe(false);
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' };
    expect(intentOf(tomorrow)({ ...market, ...request } as unknown as OrderRequest)).toEqual(shown);
    expect(orderViewCode(tomorrow)).toContain('  display_qty: order.displayQty,\n');
    const { id, ...view } = orderView(order);
    expect(id).toBe('tessera/BTCUSDT/spot');
    expect(view).toMatchObject({ price: '64000.5', client_order_id: '', trigger_price: null });
    expect(view).not.toHaveProperty('watched_price');
    expect(orderView({ ...order, watchedPrice: 'INDEX' }).watched_price).toBe('INDEX');
    expect(fits(strict(viewProperties()), view)).toBe(true);
    expect(fits(strict(viewProperties(tomorrow)), view)).toBe(false);
    expect(fits(strict(viewProperties(tomorrow)), { ...view, display_qty: null, expiry: 'DAY' })).toBe(true);
  });

  it('are stored and read again, a new one as soon as it has a row', () => {
    expect(orderRecordCode(tomorrow)).toContain('  displayQty: row.display_qty,\n');
    expect(columnsOf(tomorrow)).toMatchObject({ display_qty: ['numeric', expect.any(Function)], expiry: ['text', expect.any(Function)] });
    for (const one of [order, { ...order, watchedPrice: 'INDEX' as const, clientOrderId: 'mine' }]) {
      const record = orderRecordOf(one);
      const row = Object.fromEntries(Object.entries(columnsOf(orderFieldTable)).map(([column, [, read]]) => [column, read(record)]));
      expect(row).toMatchObject({ symbol: 'BTCUSDT', account_type: 'spot', created_ms: 1_760_000_000_123, api_id: 7 });
      const asText = { ...row, created_ms: '1760000000123', updated_ms: '1760000000123', api_id: '7' };
      expect(storedOrder(toOrder(asText as unknown as Parameters<typeof toOrder>[0]))).toEqual(one);
    }
  });

  it('are told and stored by code that is what the table says: “npm run reference” changes nothing', () => {
    expect(readSource('server/gateway/views/order-code.gen.ts')).toBe(orderViewCode());
    expect(readSource('server/store/orders/order-code.gen.ts')).toBe(orderRecordCode());
  });

  it('are exported, a new one as soon as it has a row', () => {
    const columns = exportOf(tomorrow);
    const view = { ...orderView(order), display_qty: '0.05', expiry: 'DAY' };
    expect(Object.keys(columns).slice(0, 4)).toEqual(['create_time', 'update_time', 'market', 'api_id']);
    expect(Object.keys(columns).slice(-2)).toEqual(['display_qty', 'expiry']);
    expect(columns.display_qty?.(view)).toBe('0.05');
    expect(columns.create_time?.(view)).toBe('2025-10-09T08:53:20.123Z');
    expect(columns.watched_price?.(view)).toBeNull();
    expect(columns.watched_price?.({ ...view, trigger_price: '1' })).toBe('LAST');
  });

  it('may be asked for by an isolated strategy and by a package, a new one as soon as it has a row', () => {
    const { instrumentId: _, ...asked } = shown;
    expect(fits(strict(intentProperties(tomorrow)), asked)).toBe(true);
    expect(fits(strict(intentProperties()), asked)).toBe(false);
    expect(fits(strict(intentProperties()), { ...asked, clientOrderId: 'mine' })).toBe(false);
    expect(strangeField({ apiId: 7, displayQty: '0.05' })).toBe('displayQty');
  });

  it('tell a repeated order from another one, a new one as soon as it has a row', () => {
    const isSame = (other: object): boolean => isSameOrder(placed, { ...shown, ...other }, tomorrow);
    expect(isSame({})).toBe(true);
    expect(isSame({ qty: '0.250', clientOrderId: 'another' })).toBe(true);
    expect(isSame({ displayQty: '0.06' })).toBe(false);
    expect(isSame({ expiry: 'NEVER' })).toBe(false);
    expect(isSame({ price: '64000' })).toBe(false);
    expect(isSame({ timeInForce: 'GTC' })).toBe(true);
    expect(isSame({ timeInForce: 'GTX' })).toBe(false);
    expect(isSame({ stp: 'NONE' })).toBe(false);
    expect(isSame({ instrumentId: 'tessera/ETHUSDT/spot' })).toBe(false);
  });

  it('have their defaults from the table, a time in force by the type', () => {
    expect(withDefaults(intent, tomorrow)).toMatchObject({
      timeInForce: 'GTC',
      stp: 'EXPIRE_TAKER',
      positionSide: 'BOTH',
      expiry: 'NEVER',
    });
    expect(withDefaults({ ...intent, type: 'MARKET' }).timeInForce).toBe('IOC');
    expect(withDefaults({ ...intent, timeInForce: 'FOK' }).timeInForce).toBe('FOK');
    expect(askedTerms(intent)).not.toHaveProperty('watchedPrice');
    expect(askedTerms({ ...intent, watchedPrice: 'INDEX' }).watchedPrice).toBe('INDEX');
  });
});
