import { describe, expect, it } from 'vitest';
import { accepted } from '../../../core/contract/app-error.ts';
import type { Order } from '../../../core/contract/trading.ts';
import { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { AccountAccess } from '../accounts/account-access.ts';
import { AccountBook } from '../accounts/account-book.ts';
import { ClientOrderIds } from '../client-order-ids.ts';
import { marketsOf } from '../market-directory.ts';
import { accountRecord, btcusdt, fakeVenue, limitIntent, silent, trader } from '../trading-fixture.ts';
import { TradingService } from '../trading-service.ts';
import { noBars } from './exposure-bars.ts';
import { hoursProblem } from './market-hours.ts';

const share: Instrument = { ...btcusdt, id: 'tessera/600519/ashare', symbol: '600519', accountType: 'ashare' };
const cst = (text: string): number => Date.parse(`${text}+08:00`);

describe('the hours of a market', () => {
  it('let orders through in auctions and while it trades, and name phase and next opening otherwise', () => {
    expect(['09:15', '09:22', '10:00', '14:58', '15:10'].map((clock) => hoursProblem(share, cst(`2026-11-24T${clock}`)))).toEqual(
      Array(5).fill(null),
    );
    expect(hoursProblem(share, cst('2026-11-24T12:00'))).toMatchObject({
      code: 'MARKET_CLOSED',
      params: { instrument: share.id, phase: 'BREAK', opens: '2026-11-24T05:00:00.000Z' },
    });
    expect(hoursProblem(share, cst('2026-10-03T10:00'))).toMatchObject({ params: { phase: 'CLOSED', opens: '2026-10-08T01:15:00.000Z' } });
    expect(hoursProblem(share, cst('2026-12-31T16:00'))).toMatchObject({ code: 'MARKET_CLOSED', params: { opens: '–' } });
  });

  it('are not guessed where the exchange has not published them, and never end for coins', () => {
    expect(hoursProblem(share, cst('2027-02-08T10:00'))).toMatchObject({ code: 'MARKET_HOURS_UNKNOWN', params: { instrument: share.id } });
    expect(hoursProblem(btcusdt, cst('2027-02-08T03:00'))).toBeNull();
  });

  it('keep new orders and amendments from a closed market before its exchange hears of them, and let cancels through', async () => {
    const heard: string[] = [];
    const venue = fakeVenue({
      instruments: [share],
      amend: async () => accepted({} as Order),
      submit: async () => {
        heard.push('order');
        return accepted([{} as Order]);
      },
      cancel: async () => {
        heard.push('cancel');
        return accepted({} as Order);
      },
    });
    const record = accountRecord(1, 'ann', { permissions: ['spot'] });
    const accounts = { get: () => record, listOf: () => [record], all: () => [record] };
    let nowMs = cst('2026-11-24T20:00');
    const book = new AccountBook(() => [1], { publish: () => undefined });
    book.opened({ ...venue, openOrders: () => [], balances: () => [] });
    const trading = new TradingService({
      accounts,
      access: new AccountAccess({
        roles: new RoleBook(),
        accounts,
        grants: { allows: () => false, instancesOf: () => [] },
        pluginOf: () => 'venue-fake',
        guard: { guard: () => null },
        clock: { nowMs: () => nowMs },
      }),
      bars: noBars,
      switches: { refusal: () => null, frozen: () => null },
      move: async () => accepted(undefined),
      markets: { market: (id) => marketsOf(venue).get(id) ?? null, venue: () => venue, isDown: () => false },
      book,
      ids: new ClientOrderIds(nowMs),
      hasRoom: () => true,
      isBehind: () => false,
      isUnstored: () => false,
      findEnded: async () => null,
      references: { tell: async () => null },
      refusals: { placing: () => undefined, amending: () => undefined },
      steadyMs: () => 0,
      nowMs: () => nowMs,
      logger: silent,
    });
    const target = { apiId: 1, instrumentId: share.id, orderId: '1' };
    const order = { ...limitIntent(1, 'BUY', '1', '100'), instrumentId: share.id };
    expect(await trading.submit(trader('ann'), order)).toMatchObject({ ok: false, error: { code: 'MARKET_CLOSED' } });
    expect(await trading.amend(trader('ann'), { ...target, price: '99' })).toMatchObject({ ok: false, error: { code: 'MARKET_CLOSED' } });
    expect((await trading.cancel(trader('ann'), target)).ok).toBe(true);
    expect(heard).toEqual(['cancel']);
    nowMs = cst('2026-11-25T10:00');
    const open = await trading.submit(trader('ann'), order);
    expect(open.ok ? null : open.error.code).not.toBe('MARKET_CLOSED');
  });
});
