/**
 * `npm run chaos [-- --rounds 50 --seed 1 --only orders|strategies]`: kills the real server with SIGKILL at random moments while traders trade through the
 * public API, restarts it, and compares what they were told with what is there. Ends with an offline replay of the journal, and a rebuild of the database's copy from it.
 * Then the same with strategy instances that trade on their own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '../tests/kit/seeded-random.ts';
import { ServerProcess } from '../tests/kit/servers/server-process.ts';
import { auditVenue, type LiveState } from './chaos/audit.ts';
import { auditProjections } from './chaos/projection-audit.ts';
import { strategyRounds } from './chaos/strategy-rounds.ts';
import { Trader } from './chaos/trader.ts';
import { differences } from './chaos/verify.ts';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';

const usage = `npm run chaos [-- options]

  --rounds 50                  how often the server is killed
  --seed 1                     of everything random; default: another one each time
  --only orders|strategies     half of it`;
const { values } = readCommandLine(usage, {
  options: { rounds: { type: 'string', default: '50' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const rounds = wholeNumber('--rounds', values.rounds, 1);
const seed = values.seed === undefined ? process.pid : wholeNumber('--seed', values.seed, 0);
if (values.only !== undefined && !['orders', 'strategies'].includes(values.only)) refuseCall('--only must be orders or strategies', usage);
const random = new SeededRandom(seed);
const folder = mkdtempSync(join(tmpdir(), 'tessera-chaos-'));
const streamsPerTrader = 3;
const exchange = 'tessera';

console.log(`chaos: ${rounds} rounds, seed ${seed}`);
const found = values.only === 'strategies' ? [] : await runRounds();
if (values.only !== 'orders') found.push(...(await strategyRounds(join(folder, 'strategies'), rounds, random)));
if (found.length === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`the data is kept in ${folder}`);
for (const difference of found.slice(0, 50)) console.error(difference);
console.log(found.length === 0 ? 'chaos: nothing was lost, nothing doubled' : `chaos: ${found.length} differences (seed ${seed})`);
process.exit(found.length === 0 ? 0 : 1);

function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (/^[0-9]{1,9}$/.test(text) && value >= least) return value;
  return refuseCall(`${option} must be a whole number from ${least}, not ${text}`, usage);
}

async function runRounds(): Promise<string[]> {
  const all: string[] = [];
  let traders: Trader[] = [];
  for (let round = 0; round <= rounds; round++) {
    const server = await ServerProcess.start(folder);
    if (traders.length === 0) traders = makeTraders(server);
    await Promise.all(traders.map((trader) => trader.connect(server)));
    const lost = (await Promise.all(traders.map(differences))).flat();
    all.push(...lost.map((text) => `round ${round}: ${text}`));
    if (lost.length > 0 || round === rounds) return [...all, ...(await finish(server))];
    await tradeAndKill(server, traders, round);
  }
  return all;
}

/** The demo's traders who may trade: exchanges need VIP level 1. */
function makeTraders(server: ServerProcess): Trader[] {
  const accounts = server.accounts.filter(({ username }) => /^trader[1-9]/.test(username));
  if (accounts.length < 2) throw new Error('the demo has no two traders');
  return accounts.map(({ username, password }, index) => new Trader(username, password, new SeededRandom(seed * 31 + index)));
}

async function tradeAndKill(server: ServerProcess, traders: readonly Trader[], round: number): Promise<void> {
  const before = acknowledged(traders);
  const trading = traders.flatMap((trader) => Array.from({ length: streamsPerTrader }, () => trader.tradeUntilCut()));
  const lifeMs = random.integer(50, 1500);
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  await server.kill();
  await Promise.all(trading);
  for (const trader of traders) trader.noteFills();
  const fills = traders.reduce((sum, trader) => sum + trader.witness.fills.size, 0);
  const deposits = traders.reduce((sum, trader) => sum + trader.witness.deposits.size, 0);
  console.log(
    `round ${round + 1}: killed after ${lifeMs} ms; ${acknowledged(traders) - before} orders acknowledged, ${fills} fills and ${deposits} deposits so far`,
  );
}

function acknowledged(traders: readonly Trader[]): number {
  return traders.reduce((sum, trader) => sum + trader.witness.orders.size, 0);
}

/** The state of the live venue, a clean stop, then the venue's journal against both, and the database against a rebuild from it. */
async function finish(server: ServerProcess): Promise<string[]> {
  const live = await liveState(server);
  const code = await server.stop();
  const audit = await auditVenue(join(folder, 'venues', exchange), live);
  console.log(
    `replayed ${audit.sequence} commands, state ${audit.stateHash.slice(0, 16)}; live after ${live.sequence}: ${live.stateHash.slice(0, 16)}`,
  );
  const projected = await auditProjections({ dataDir: folder }, exchange, async () => {
    await (await ServerProcess.start(folder)).stop();
  });
  return [...(code === 0 ? [] : [`the server stopped with code ${code}`]), ...audit.differences, ...projected];
}

/** As an administrator sees it, before the server stops. */
async function liveState(server: ServerProcess): Promise<LiveState> {
  const http = await server.signIn('admin');
  const venue = (await http.call('adminVenues')).find((one) => one.exchange === exchange);
  if (venue === undefined || venue.sequence === null || venue.state_hash === null) throw new Error(`${exchange} does not tell its state`);
  return { sequence: venue.sequence, stateHash: venue.state_hash };
}
