import { beforeEach, describe, expect, it } from 'vitest';
import { guest, type Principal } from '../../core/contract/access.ts';
import { AppError, accepted, refused } from '../../core/contract/app-error.ts';
import type { Order, OrderIntent } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { AccountAccess } from './accounts/account-access.ts';
import { AccountBook } from './accounts/account-book.ts';
import { noBars } from './checks/exposure-bars.ts';
import { ClientOrderIds } from './client-order-ids.ts';
import { marketsOf } from './market-directory.ts';
import type { SwitchBook } from './switch-book.ts';
import { accountRecord, btcusdt, exchange, fakeVenue, limitIntent, silent, trader } from './trading-fixture.ts';
import { TradingService } from './trading-service.ts';
import type { VenueGuard } from './venues/venue-guard.ts';

const ann = trader('ann');
const nowMs = 1_760_000_000_000;

/** A service over one venue, with account 1 of ann and account 2 of bob. */
function service(
  venue: Venue,
  changes: {
    isBehind?: boolean;
    hasRoom?: boolean;
    isDown?: boolean;
    isUnstored?: boolean;
    ended?: Order;
    open?: Order;
    guard?: VenueGuard;
    told?: string[];
    switches?: Pick<SwitchBook, 'refusal' | 'frozen'>;
  } = {},
): TradingService {
  const markets = marketsOf(venue);
  const records = [accountRecord(1, 'ann'), accountRecord(2, 'bob'), accountRecord(3, 'ann', { permissions: ['futures'] })];
  const accounts = {
    get: (apiId: number) => records.find((record) => record.apiId === apiId) ?? null,
    all: () => records,
  };
  const { guard = { guard: () => null } } = changes;
  return new TradingService({
    accounts,
    access: new AccountAccess({
      roles: new RoleBook(),
      accounts,
      grants: { allows: () => false, instancesOf: () => [] },
      pluginOf: () => 'venue-fake',
      guard,
      clock: { nowMs: () => 0 },
    }),
    bars: noBars,
    switches: changes.switches ?? { refusal: () => null, frozen: () => null },
    move: async () => accepted(undefined),
    markets: {
      market: (id) => markets.get(id) ?? null,
      venue: (name) => (name === exchange ? venue : null),
      isDown: () => changes.isDown ?? false,
    },
    book: bookWith(venue, changes.open),
    ids: new ClientOrderIds(1_760_000_000_000),
    hasRoom: () => changes.hasRoom ?? true,
    isBehind: () => changes.isBehind ?? false,
    isUnstored: () => changes.isUnstored ?? false,
    findEnded: async () => changes.ended ?? null,
    references: { tell: async () => null },
    refusals: {
      placing: ({ type }, by, { code }) => changes.told?.push(`${by} ${type} ${code}`),
      amending: ({ orderId }, by, { code }) => changes.told?.push(`${by} ${orderId} ${code}`),
    },
    steadyMs: () => nowMs,
    nowMs: () => nowMs,
    logger: silent,
  });
}

function bookWith(venue: Venue, open: Order | undefined): AccountBook {
  const book = new AccountBook(() => [1], { publish: () => undefined });
  book.opened({ ...venue, openOrders: () => (open === undefined ? [] : [open]), balances: () => [] });
  return book;
}

const order = { orderId: '1', clientOrderId: 'a' } as Order;
const sample = {
  timeInForce: 'GTC',
  stp: 'EXPIRE_TAKER',
  positionSide: 'BOTH',
  reduceOnly: false,
  triggerKind: null,
  quoteAmount: null,
  triggerPrice: null,
} as const;

describe('TradingService, denials', () => {
  let sent: OrderIntent[] = [];
  const venue = fakeVenue({
    submit: async (intent) => {
      sent.push(intent);
      return accepted([order]);
    },
    available: () => '500',
  });
  beforeEach(() => {
    sent = [];
  });

  it.each<[string, Principal, Partial<OrderIntent>, string]>([
    ['a guest', guest, {}, 'SESSION_MISSING'],
    ['an observer', { ...ann, role: 'observer' }, {}, 'ACCESS_ROLE'],
    ['an account of somebody else', ann, { apiId: 2 }, 'ACCESS_ACCOUNT'],
    ['the account of somebody else, for an admin too', { ...ann, role: 'admin' }, { apiId: 2 }, 'ACCESS_ACCOUNT'],
    ['an unknown account', ann, { apiId: 9 }, 'ACCESS_ACCOUNT'],
    ['an account without the permission', ann, { apiId: 3 }, 'ACCOUNT_PERMISSION'],
    ['an unknown instrument', ann, { instrumentId: 'tessera/XXX/spot' }, 'MARKET_UNKNOWN_INSTRUMENT'],
  ])('denies %s', async (_name, principal, changes, code) => {
    const outcome = await service(venue).submit(principal, { ...limitIntent(1, 'BUY', '1', '100'), ...changes });
    expect(outcome).toMatchObject({ ok: false, error: { code } });
    expect(sent).toEqual([]);
  });

  it.each<[string, Partial<OrderIntent>, string, Record<string, string>]>([
    ['a price off the grid', { price: '100.001' }, 'ORDER_PRICE_OFF_GRID', { field: 'price', value: '100.001', tick: '0.01' }],
    ['a price of nothing', { price: '0' }, 'ORDER_PRICE_INVALID', { field: 'price' }],
    ['a price that is no number', { price: 'cheap' }, 'REQUEST_INVALID', { field: 'price', rule: 'decimal' }],
    ['a quantity off the grid', { qty: '0.000001' }, 'ORDER_QTY_OFF_GRID', { field: 'qty', value: '0.000001', lot: '0.00001' }],
    ['too small a quantity', { qty: '0' }, 'ORDER_QTY_TOO_SMALL', { field: 'qty', limit: '0.00001' }],
    ['too large a quantity', { qty: '9000.00001' }, 'ORDER_QTY_TOO_LARGE', { field: 'qty', limit: '9000' }],
    ['too small a value', { qty: '0.09999' }, 'ORDER_NOTIONAL_TOO_SMALL', { field: 'qty', limit: '10' }],
    [
      'more than is free',
      { qty: '5.00001' },
      'ORDER_INSUFFICIENT_BALANCE',
      { field: 'qty', limit: '500', asset: 'USDT', need: '500.001', fits: '5', fitsAsset: 'BTC' },
    ],
    ['a missing field', { type: 'MARKET', price: '1' }, 'ORDER_FIELD_FORBIDDEN', { field: 'price', type: 'MARKET' }],
    ['an order type that the venue lacks', { type: 'STOP_MARKET' }, 'ORDER_NOT_SUPPORTED', { field: 'type', value: 'STOP_MARKET' }],
  ])('denies %s and says what would be right', async (_name, changes, code, params) => {
    const outcome = await service(venue).submit(ann, { ...limitIntent(1, 'BUY', '1', '100'), ...changes });
    expect(outcome).toMatchObject({ ok: false, error: { code, params } });
    expect(sent).toEqual([]);
  });

  it('takes a balance that is finer than its asset for what can be traded of it', async () => {
    const fine = fakeVenue({ submit: async () => accepted([order]), available: () => '100.000000000009' });
    expect(await service(fine).submit(ann, limitIntent(1, 'BUY', '1', '100'))).toEqual(accepted([order]));
  });

  it('denies new orders while the projection lags or the venue is down, and lets cancels through a lag', async () => {
    const canceling = fakeVenue({ cancel: async () => accepted(order) });
    const late = service(canceling, { isBehind: true });
    const code = 'VENUE_UNAVAILABLE';
    expect(await late.submit(ann, limitIntent(1, 'BUY', '1', '100'))).toMatchObject({ ok: false, error: { code } });
    expect(await late.cancel(ann, { apiId: 1, instrumentId: btcusdt.id, orderId: '1' })).toEqual(accepted(order));
    expect(await service(venue, { isDown: true }).cancelAll(ann, { apiId: 1 })).toMatchObject({ ok: false, error: { code } });
  });

  it('denies an order and an amend that their sender has given up, and no cancel', async () => {
    const open = fakeVenue({
      capabilities: { ...venue.capabilities, amend: true },
      submit: async () => accepted([order]),
      amend: async () => accepted(order),
    });
    const trading = service(open, {
      open: {
        ...sample,
        ...limitIntent(1, 'BUY', '1', '100'),
        ...order,
        status: 'UNFILLED',
        qty: '1',
        price: '100',
        filledQty: '0',
      } as Order,
    });
    const change = { apiId: 1, instrumentId: btcusdt.id, orderId: '1', qty: '2' };
    const intent = limitIntent(1, 'BUY', '1', '100');
    const error = { code: 'ORDER_TOO_LATE' };
    expect(await trading.submit(ann, intent, { notAfterMs: nowMs })).toEqual(accepted([order]));
    expect(await trading.submit(ann, intent, { notAfterMs: nowMs - 1 })).toMatchObject({ ok: false, error });
    expect(await trading.amend(ann, change, { notAfterMs: nowMs - 1 })).toMatchObject({ ok: false, error });
  });

  it('denies orders and amends while the disk is full, leaves no trace of them that would need room, and lets cancels through', async () => {
    const canceling = fakeVenue({ cancel: async () => accepted(order), cancelAll: async () => accepted([order]) });
    const told: string[] = [];
    const full = service(canceling, { hasRoom: false, told });
    const target = { apiId: 1, instrumentId: btcusdt.id, orderId: '1' };
    const error = { code: 'DISK_FULL' };
    expect(await full.submit(ann, limitIntent(1, 'BUY', '1', '100'))).toMatchObject({ ok: false, error });
    expect(await full.amend(ann, { ...target, qty: '2' })).toMatchObject({ ok: false, error });
    expect([await full.cancel(ann, target), await full.cancelAll(ann, { apiId: 1 })]).toEqual([accepted(order), accepted([order])]);
    expect(told).toEqual([]);
  });

  it('denies orders and amends to whom the exchange’s plugin is locked, and lets cancels through', async () => {
    const open = fakeVenue({ capabilities: { ...venue.capabilities, amend: true }, cancel: async () => accepted(order) });
    const guard = { guard: (_: Principal, plugin: string) => new AppError('ACCESS_VIP', { minVip: plugin.length }) };
    const locked = service(open, { guard });
    const target = { apiId: 1, instrumentId: btcusdt.id, orderId: '1' };
    const error = { code: 'ACCESS_VIP', params: { minVip: 'venue-fake'.length } };
    expect(await locked.submit(ann, limitIntent(1, 'BUY', '1', '100'))).toMatchObject({ ok: false, error });
    expect(await locked.amend(ann, { ...target, price: '99' })).toMatchObject({ ok: false, error });
    expect(await locked.cancel(ann, target)).toEqual(accepted(order));
  });

  it('denies orders and amends that a switch of risk stands against, but for the repeat of one that was placed before, and lets cancels through', async () => {
    const asked: string[] = [];
    const stopped = {
      frozen: () => null,
      refusal: (apiId: number, id: string) => {
        asked.push(`${apiId} ${id}`);
        return new AppError('DESK_HALTED');
      },
    };
    const open = { ...order, status: 'UNFILLED' } as Order;
    const canceling = fakeVenue({ submit: async () => accepted([order]), available: () => '500', cancel: async () => accepted(order) });
    const trading = service(canceling, { switches: stopped, open });
    expect(await trading.submit(ann, limitIntent(1, 'BUY', '1', '100'))).toMatchObject({ ok: false, error: { code: 'DESK_HALTED' } });
    expect(asked).toEqual([`1 ${btcusdt.id}`]);
    const change = { apiId: 1, instrumentId: btcusdt.id, orderId: open.orderId, price: '101' };
    expect(await trading.amend(ann, change)).toMatchObject({ ok: false, error: { code: 'DESK_HALTED' } });
    expect(await trading.cancel(ann, { apiId: 1, instrumentId: btcusdt.id, orderId: '1' })).toEqual(accepted(order));
    const knowing = fakeVenue({ submit: async () => accepted([order]), available: () => '500', recall: () => 'OPEN' as never });
    const repeat = { ...limitIntent(1, 'BUY', '1', '100'), clientOrderId: 'mine' };
    expect(await service(knowing, { switches: stopped }).submit(ann, repeat)).toEqual(accepted([order]));
  });

  it('denies orders for a halted instrument', async () => {
    const halted = fakeVenue({ instruments: [{ ...btcusdt, state: 'HALTED' }] });
    expect(await service(halted).submit(ann, limitIntent(1, 'BUY', '1', '100'))).toMatchObject({
      ok: false,
      error: { code: 'ORDER_INSTRUMENT_CLOSED' },
    });
  });

  it('gives an order without an id a new one, and leaves a given one alone', async () => {
    const trading = service(venue);
    for (const clientOrderId of [undefined, undefined, 'mine']) {
      await trading.submit(ann, { ...limitIntent(1, 'BUY', '1', '100'), ...(clientOrderId === undefined ? {} : { clientOrderId }) });
    }
    const ids = sent.map((intent) => intent.clientOrderId);
    expect(ids[2]).toBe('mine');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
  });

  it('leaves the balance of an order to the venue only when the venue knows its id: it may be a repeat', async () => {
    const costly = { ...limitIntent(1, 'BUY', '6', '100'), clientOrderId: 'mine' };
    for (const memory of ['FRESH', 'UNSURE'] as const) {
      const outcome = await service({ ...venue, recall: () => memory }).submit(ann, costly);
      expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_INSUFFICIENT_BALANCE' } });
    }
    expect(sent).toEqual([]);
    await service({ ...venue, recall: () => 'USED' }).submit(ann, costly);
    expect(sent).toHaveLength(1);
  });

  it('remembers what it denied, with the owner’s orders only', async () => {
    const told: string[] = [];
    const trading = service(venue, { told });
    await trading.submit(ann, { ...limitIntent(1, 'BUY', '1', '100'), price: '100.001' });
    await trading.submit(ann, limitIntent(1, 'BUY', '6', '100'));
    await trading.submit(ann, limitIntent(2, 'BUY', '1', '100'));
    await trading.submit(ann, { ...limitIntent(1, 'BUY', '1', '100'), instrumentId: 'tessera/XXX/spot' });
    await trading.submit(ann, limitIntent(1, 'BUY', '1', '100'));
    expect(told).toEqual(['HOUSE LIMIT ORDER_PRICE_OFF_GRID', 'HOUSE LIMIT ORDER_INSUFFICIENT_BALANCE']);
  });

  it('remembers refused amendments of open orders, and who refused them', async () => {
    const told: string[] = [];
    const refusing = fakeVenue({
      capabilities: { ...venue.capabilities, amend: true },
      amend: async () => refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price', limit: '80' }),
    });
    const open = { ...order, apiId: 1, type: 'LIMIT' } as Order;
    const change = { apiId: 1, instrumentId: btcusdt.id, orderId: '1' };
    const trading = service(refusing, { told, open });
    await trading.amend(ann, change);
    await trading.amend(ann, { ...change, price: '70' });
    await trading.amend(ann, { ...change, orderId: '999', price: '70' });
    await trading.amend(trader('bob'), { ...change, price: '70' });
    expect(told).toEqual(['HOUSE 1 ORDER_NOTHING_TO_AMEND', 'VENUE 1 ORDER_PRICE_OUT_OF_BAND']);
  });

  it('denies amends that say nothing or that the order type does not have', async () => {
    const amending = fakeVenue({ capabilities: { ...venue.capabilities, amend: true } });
    const change = { apiId: 1, instrumentId: btcusdt.id, orderId: '1' };
    expect(await service(amending).amend(ann, change)).toMatchObject({ error: { code: 'ORDER_NOTHING_TO_AMEND' } });
    expect(await service(amending).amend(ann, { ...change, price: '1.001' })).toMatchObject({ error: { code: 'ORDER_PRICE_OFF_GRID' } });
    expect(await service(venue).amend(ann, { ...change, price: '1' })).toMatchObject({ error: { code: 'ORDER_NOT_SUPPORTED' } });
  });
});

describe('TradingService, the venue behind it', () => {
  const intent: OrderIntent = { ...limitIntent(1, 'BUY', '1', '100'), clientOrderId: 'mine' };

  it('calls an order unresolved when the venue does not answer, never failed', async () => {
    const lost = service(fakeVenue());
    expect(await lost.submit(ann, intent)).toMatchObject({
      ok: false,
      error: { code: 'ORDER_UNRESOLVED', params: { clientOrderId: 'mine' } },
    });
    const target = { apiId: 1, instrumentId: btcusdt.id, orderId: '7' };
    expect(await lost.cancel(ann, target)).toMatchObject({ ok: false, error: { code: 'ORDER_UNRESOLVED' } });
    expect(await lost.cancelAll(ann, { apiId: 1 })).toMatchObject({ ok: false, error: { code: 'ORDER_UNRESOLVED' } });
  });

  it('passes the venue’s refusal on as it is', async () => {
    const refusal = refused('ORDER_WOULD_TRIGGER', { field: 'triggerPrice' });
    const told: string[] = [];
    expect(await service(fakeVenue({ submit: async () => refusal }), { told }).submit(ann, intent)).toBe(refusal);
    expect(told).toEqual(['VENUE LIMIT ORDER_WOULD_TRIGGER']);
  });

  it('asks the store about an id that the venue may have forgotten, and never sends it a second time', async () => {
    const stored = { ...sample, ...intent, status: 'EXPIRED' } as Order;
    const unsure = fakeVenue({ recall: () => 'UNSURE' });
    expect(await service(unsure, { ended: stored }).submit(ann, intent)).toEqual(accepted([stored]));
    const other = service(unsure, { ended: { ...stored, price: '99' } }).submit(ann, intent);
    const unstored = service(unsure, { isUnstored: true }).submit(ann, intent);
    for (const outcome of [await other, await unstored]) expect(outcome).toMatchObject({ error: { code: 'ORDER_DUPLICATE_CLIENT_ID' } });
    const sending = fakeVenue({ recall: () => 'FRESH', submit: async () => accepted([order]) });
    expect(await service(sending, { ended: stored }).submit(ann, intent)).toEqual(accepted([order]));
  });

  it('finds the order of a repeat that the venue has forgotten, or calls the id used', async () => {
    const forgetful = fakeVenue({ recall: () => 'USED', submit: async () => accepted([]) });
    expect(await service(forgetful, { ended: order }).submit(ann, intent)).toEqual(accepted([order]));
    expect(await service(forgetful).submit(ann, intent)).toMatchObject({ ok: false, error: { code: 'ORDER_DUPLICATE_CLIENT_ID' } });
  });
});
