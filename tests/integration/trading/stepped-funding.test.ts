import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatUnits } from '../../../server/trading/scaled-number.ts';
import {
  eightHoursMs,
  longAccount,
  openPerpetualVenue,
  openPositions,
  type PerpetualVenue,
  paidMoments,
  perpetual,
  shortAccount,
  startFunds,
  steppedRates,
} from '../../kit/venues/perpetual-venue.ts';

const hourMs = 3_600_000;
const startMs = Date.parse('2026-11-26T07:30:00Z');
let folder = '';
const machine = { wallMs: startMs, elapsedMs: 0 };
const sources = { wallMs: () => machine.wallMs, elapsedMs: () => machine.elapsedMs };
const opened: PerpetualVenue[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-funding-'));
  Object.assign(machine, { wallMs: startMs, elapsedMs: 0 });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ venue }) => venue.close()));
  await rm(folder, { recursive: true, force: true });
});

const open = async (): Promise<PerpetualVenue> => {
  const one = await openPerpetualVenue(folder, sources);
  opened.push(one);
  return one;
};
const reopen = async ({ venue }: PerpetualVenue): Promise<PerpetualVenue> => {
  await venue.close();
  return open();
};

/** Every moment from the first on, without a gap, through the last. */
const everyMoment = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at * eightHoursMs);
const first = Date.parse('2026-11-26T08:00:00Z');
const moments = ({ batches }: PerpetualVenue): readonly number[] => paidMoments(batches, longAccount.apiId);

/** What the long has and the short has after these payments, by the rates alone. */
async function expectFunds({ venue, batches }: PerpetualVenue, paid: readonly number[]): Promise<void> {
  let cost = 0n;
  for (const fundingMs of paid) {
    const { rate } = (await steppedRates.at(perpetual.id, fundingMs)) as { readonly rate: string };
    // Of a notional of 50,000, in hundred millionths.
    cost += BigInt(Math.round(Number(rate) * 1e5)) * 50_000n * 1_000n;
  }
  const start = BigInt(startFunds) * 10n ** 8n;
  const fees = 50n * 10n ** 8n;
  const totals = [longAccount, shortAccount].map((account) => venue.balances(account).find(({ asset }) => asset === 'USDT')?.total);
  expect(totals).toEqual([formatUnits(start - fees - cost, 8), formatUnits(start - fees + cost, 8)]);
  for (const { events } of batches) {
    for (const event of events) {
      if (event.type !== 'ledger') continue;
      expect(event.entry.lines.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(0, 8);
    }
  }
}

it('pays each hour of funding once, in order, when the clock is put back by two hours and forward again', async () => {
  const one = await open();
  await openPositions(one.venue);
  const pass = async (ms: number, stepMs = 0): Promise<void> => {
    machine.elapsedMs += ms;
    machine.wallMs += ms + stepMs;
    await one.payments.pay();
  };
  await pass(29 * 60_000);
  expect(moments(one)).toEqual([]);
  await pass(2 * 60_000);
  expect(moments(one)).toEqual(everyMoment(first, 1));
  await pass(1_000, -2 * hourMs);
  for (let minute = 0; minute < 180; minute++) await pass(60_000);
  expect(moments(one)).toEqual(everyMoment(first, 1));
  await pass(1_000, 2 * hourMs);
  for (let minute = 0; minute < 300; minute++) await pass(60_000);
  expect(moments(one)).toEqual(everyMoment(first, 2));
  await pass(1_000, 30 * hourMs);
  const paid = everyMoment(first, 5);
  expect(moments(one)).toEqual(paid);
  await pass(1_000, -30 * hourMs);
  for (let hour = 0; hour < 4; hour++) await pass(hourMs);
  expect(new Set(moments(one)).size).toBe(moments(one).length);
  await expectFunds(one, moments(one));
});

it('makes good what an outage missed, each moment once, and waits after one whose clock was put back', async () => {
  let one = await open();
  await openPositions(one.venue);
  machine.wallMs = first - 1;
  await one.payments.pay();
  // Listed before the moment, and away as it came.
  machine.wallMs = first + 20 * hourMs;
  one = await reopen(one);
  await one.payments.pay();
  expect(moments(one)).toEqual(everyMoment(first, 3));
  machine.wallMs = first + 9 * hourMs;
  one = await reopen(one);
  await one.payments.pay();
  expect(moments(one)).toEqual(everyMoment(first, 3));
  machine.wallMs = first + 24 * hourMs;
  one = await reopen(one);
  await one.payments.pay();
  await one.payments.pay();
  expect(moments(one)).toEqual(everyMoment(first, 4));
  await expectFunds(one, everyMoment(first, 4));
});

it('neither skips nor doubles a moment of a process that is killed between command and answer, on a clock that steps both ways', async () => {
  const child = fileOf('../../kit/venues/funding-child.ts');
  let wallMs = startMs;
  let heard = 0;
  for (const [round, answers] of [3, 1, 12, 2, 7].entries()) {
    const told = await runAndKill(child, [folder, String(wallMs), String(round + 1)], answers);
    heard = Math.max(heard, told.paidMs);
    // Down for an hour, and started on a clock that is two hours slow.
    wallMs = told.wallMs - hourMs;
  }
  machine.wallMs = wallMs;
  const one = await open();
  const paid = moments(one);
  expect(paid).toEqual(everyMoment(first, paid.length));
  expect(paidMoments(one.batches, shortAccount.apiId)).toEqual(paid);
  expect(paid.length).toBeGreaterThan(10);
  expect(paid.at(-1)).toBeGreaterThanOrEqual(heard);
  await expectFunds(one, paid);
}, 120_000);

const fileOf = (path: string): string => join(import.meta.dirname, path);

/** Kills it right after it has asked for a rate once more than so many answers, so that a command is on its way. */
const runAndKill = (child: string, args: readonly string[], answers: number): Promise<{ paidMs: number; wallMs: number }> =>
  new Promise((resolve, reject) => {
    const running = spawn(process.execPath, ['--import', 'tsx', child, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    running.stderr.on('data', (data: Buffer) => {
      errors += data;
    });
    running.stdout.on('data', (data: Buffer) => {
      output += data;
      const asked = output.split('asked').length - 1;
      if (asked > answers) running.kill('SIGKILL');
    });
    running.once('close', (_code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`the child ended by itself: ${errors}`));
      const answered = [...output.matchAll(/paid (\d+) at (\d+)\n/g)];
      const [, paidMs = '0', wallMs = args[1] ?? '0'] = answered.at(-1) ?? [];
      resolve({ paidMs: Number(paidMs), wallMs: Number(wallMs) });
    });
  });
