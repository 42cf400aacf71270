import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { someInstrument } from '../../../core/client/testing/views.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import type { ShownHealth } from '../../../core/domain/markets/venue-health.ts';
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import texts from '../locales/en.json';
import type { Services } from '../requires.ts';
import { TicketHealth } from './ticket-health.tsx';

const share = {
  ...someInstrument('sse'),
  ...{ id: 'sse/600000/ashare', symbol: '600000', accountType: 'ashare', base: '600000', quote: 'CNY' },
  ...{ contractKind: 'equity', sessions: [], timeZone: 'Asia/Shanghai', priceLimit: '0.1' },
} as Instrument;
const hourMs = 3_600_000;
const moment = 1_000;

let screen: Rendered;
afterEach(() => screen.close());

async function showAt(shanghai: string, market = share, health: ShownHealth = 'LIVE') {
  const timers = new FakeTimers(Date.parse(`${shanghai}+08:00`));
  const markets = { health: () => health, exchangeTitle: () => 'Shanghai' } as unknown as Services['markets'];
  const preferences = { ...stillServices.preferences, timeZone: 'Asia/Shanghai' };
  screen = await render(
    <TicketHealth markets={markets} instrument={market} />,
    { 'panel-order-ticket': texts },
    { ...stillServices, timers, preferences },
  );
  return {
    said: () => screen.container.querySelector('[aria-live]')?.textContent ?? null,
    pass: (ms: number) => act(async () => timers.advance(ms)),
  };
}

it('says that a market is outside its session and when it opens, before anything is sent, and goes on with the day', async () => {
  const { said, pass } = await showAt('2026-11-26T08:00:00');
  expect(said()).toBe('600000 is closed at Shanghai and takes no orders. It does again at 09:15:00.');
  // A moment later than each change of session.
  await pass(1.25 * hourMs + moment);
  expect(said()).toBe('Opening auction of 600000 until 09:25:00.');
  await pass(hourMs / 6);
  expect(said()).toBe('600000 waits for its opening at Shanghai and takes no orders. It does again at 09:30:00.');
  await pass(hourMs / 12);
  expect(said()).toBe('');
  await pass(2 * hourMs);
  expect(said()).toBe('600000 pauses at Shanghai and takes no orders. It does again at 13:00:00.');
  await pass(1.5 * hourMs);
  expect(said()).toBe('');
});

it('names the day of the next opening over a weekend', async () => {
  const { said } = await showAt('2026-11-28T12:00:00');
  expect(said()).toBe('600000 is closed at Shanghai and takes no orders. It does again at 11-30 09:15:00.');
});

it('says so where the hours of a day are not published, and where nothing opens before they end', async () => {
  expect((await showAt('2027-01-04T10:00:00')).said()).toBe('The hours of 600000 today are not published: it takes no orders.');
  await screen.close();
  expect((await showAt('2026-12-31T20:00:00')).said()).toBe('600000 is closed at Shanghai and takes no orders. It does again at –.');
});

it('says that a market has ended before its hours, its hours before its exchange, and nothing of one that never closes', async () => {
  expect((await showAt('2026-11-26T08:00:00', { ...share, state: 'DELISTED' })).said()).toBe(
    '600000 has ended at Shanghai and takes no more orders.',
  );
  await screen.close();
  expect((await showAt('2026-11-26T08:00:00', share, 'DOWN')).said()).toMatch(/^600000 is closed/);
  await screen.close();
  expect((await showAt('2026-11-26T09:16:00', share, 'DOWN')).said()).toMatch(/^Shanghai takes no orders/);
  await screen.close();
  expect((await showAt('2026-11-28T12:00:00', someInstrument('aurora'))).said()).toBe('');
});
