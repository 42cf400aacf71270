import type { MatchingVenue } from '../../../core/contract/server-services.ts';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import { linearPerpetual } from '../../../core/domain/markets/perpetual-terms.ts';
import { type ClockSources, SystemClock } from '../../../server/clock.ts';
import { openKinds } from '../../../server/engine/rules/account-rules.ts';
import { linearRules } from '../../../server/engine/rules/linear-rules.ts';
import { EngineMatching } from '../../../server/trading/engine/engine-matching.ts';
import { SteadyTime } from '../../../server/trading/steady-time.ts';
import { assets, btcusdt, everyAccount, exchange, silent } from '../../../server/trading/trading-fixture.ts';
import { FundingPayments, type FundingRates } from '../../../server/trading/venues/funding-payments.ts';

export const perpetual = linearPerpetual({
  ...btcusdt,
  id: `${exchange}/BTCPERP/usdm`,
  symbol: 'BTCPERP',
  accountType: 'usdm',
  priceBand: '1',
});
/** Long of one and short of one. */
export const [longAccount, shortAccount] = [1, 2].map((apiId) => ({ apiId, accountType: 'usdm' }) as const) as [
  { readonly apiId: number; readonly accountType: 'usdm' },
  { readonly apiId: number; readonly accountType: 'usdm' },
];
export const startFunds = '1000000';
export const eightHoursMs = 8 * 3_600_000;

/** Another rate at each moment, so that a payment tells which moment it was for; of three moments one turns round. */
export const steppedRates: FundingRates = {
  at: async (_id, fundingMs) => {
    const number = Math.round(fundingMs / eightHoursMs);
    return { mark: '50000', rate: `${number % 3 === 0 ? '-' : ''}0.0000${1 + (number % 9)}` };
  },
};

export interface PerpetualVenue {
  readonly venue: MatchingVenue;
  readonly payments: FundingPayments;
  readonly batches: readonly VenueBatch[];
}

/** An exchange with one perpetual, its journal in `dataDir`, on a clock that is made of `sources`; funding is paid by `payments.pay()` alone. */
export async function openPerpetualVenue(dataDir: string, sources: ClockSources, rates = steppedRates): Promise<PerpetualVenue> {
  const clock = new SystemClock(silent, sources);
  const batches: VenueBatch[] = [];
  const matching = new EngineMatching({
    ...{ dataDir, clock, logger: silent },
    positionsOf: async () => [0],
    tradeGroupOf: () => 0,
    register: everyAccount,
    kinds: { ...openKinds, linear: linearRules },
  });
  const venue = await matching.open({
    ...{ exchange, title: 'Perpetual', assets, instruments: [perpetual], accountTypes: ['usdm'] },
    sink: { batch: (batch) => void batches.push(batch), health: () => undefined },
    ...{ projectedThrough: 0, retain: 'all' },
  });
  const steady = new SteadyTime(clock);
  const payments = new FundingPayments({ venues: () => [venue], rates, steadyMs: () => steady.nowMs(), clock, logger: silent });
  return { venue, payments, batches };
}

/** Gives both accounts their money and their positions. */
export async function openPositions(venue: MatchingVenue): Promise<void> {
  await venue.tellReferencePrice?.(perpetual.id, 'MARK', '50000');
  for (const account of [longAccount, shortAccount]) {
    await venue.openAccount(account);
    await venue.deposit(account, 'USDT', startFunds, `start-${account.apiId}`);
    const side = account === longAccount ? 'BUY' : 'SELL';
    const order = { apiId: account.apiId, instrumentId: perpetual.id, side, type: 'LIMIT', qty: '1', price: '50000' } as const;
    const placed = await venue.submit(order);
    if (!placed.ok) throw placed.error;
  }
}

/** Moments that were paid to or by an account, in order, as its entries say. */
export const paidMoments = (batches: readonly VenueBatch[], apiId: number): readonly number[] =>
  batches.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.type !== 'ledger' || event.entry.kind !== 'FUNDING') return [];
      const isTheirs = event.entry.lines.some(({ account }) => account === apiId);
      return isTheirs ? [Number(event.entry.reference.split(' ')[1])] : [];
    }),
  );
