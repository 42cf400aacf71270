import { expect, it } from 'vitest';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import { ManualClock } from '../../../../tests/kit/manual-clock.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { SessionFeed } from './session-feed.ts';

const share = {
  ...testInstrument,
  id: 'sse/600519/ashare',
  exchange: 'sse',
  symbol: '600519',
  accountType: 'ashare',
} as unknown as Instrument;
const cst = (text: string): number => Date.parse(`2026-11-24T${text}+08:00`);

/** What an instance hears of a market's session; `aheadMs` is how much the exchange's clock is before ours. */
function world(instrument: Instrument, nowMs: number, marketTime?: () => number) {
  const clock = new ManualClock(nowMs);
  const heard: string[] = [];
  const feed = new SessionFeed(instrument, {
    markets: { marketTime: marketTime ?? (() => clock.nowMs()) },
    clock,
    tell: (event) => void (event.type === 'session' && heard.push(`${event.phase} ${event.takesOrders}`)),
  });
  return { clock, heard, feed };
}

it('tells the session as it is, and each that begins, at its time and once', async () => {
  const { clock, heard, feed } = world(share, cst('09:00:00'));
  expect(heard).toEqual(['CLOSED false']);
  await clock.advance(cst('11:31:00') - cst('09:00:00'));
  expect(heard).toEqual(
    ['CLOSED', 'OPENING_AUCTION', 'OPENING_AUCTION', 'PRE_OPEN', 'CONTINUOUS', 'BREAK'].map(
      (phase) => `${phase} ${['OPENING_AUCTION', 'CONTINUOUS'].includes(phase)}`,
    ),
  );
  feed.close();
  expect(clock.timers).toBe(0);
});

it('goes by the time of the market, and waits no longer than a minute to see that it was put forward', async () => {
  let aheadMs = 0;
  const begins = cst('09:00:00');
  const clock = new ManualClock(begins);
  const heard: string[] = [];
  const markets = { marketTime: () => clock.nowMs() + aheadMs };
  const tell = (event: { readonly type: string; readonly phase?: string | null }) => void heard.push(String(event.phase));
  const feed = new SessionFeed(share, { markets, clock, tell: tell as never });
  aheadMs = cst('10:00:00') - begins;
  await clock.advance(60_000);
  expect(heard).toEqual(['CLOSED', 'CONTINUOUS']);
  // Put back: the session is told again when it is another one, and none twice.
  aheadMs = -60_000;
  await clock.advance(60_000);
  expect(heard).toEqual(['CLOSED', 'CONTINUOUS', 'CLOSED']);
  feed.close();
});

it('tells a market that never closes once, and waits for nothing', () => {
  const { clock, heard } = world(testInstrument, 0);
  expect(heard).toEqual(['CONTINUOUS true']);
  expect(clock.timers).toBe(0);
});
