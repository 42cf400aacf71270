import { HttpClient, RefusedCall } from './http-client.ts';
import { freePort, type ServerPair } from './server-pair.ts';
import type { ServerProcess } from './server-process.ts';
import { apiOf, infoOf, kitParams, unlimited } from './strategy-client.ts';

export interface FailoverTimes {
  /** From the kill to the next step of the instance at the other server. */
  readonly stepMs: number;
  /** From the kill to the first order that was accepted. */
  readonly orderMs: number;
}

export interface FailoverRun {
  readonly times: readonly FailoverTimes[];
  /** Orders that were acknowledged before a kill and are not there exactly once after it; empty when all is well. */
  readonly wrong: readonly string[];
  readonly acknowledged: number;
}

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Places orders at the address of one server as fast as it answers, until it does not; adds the ids that were acknowledged. */
async function load(client: HttpClient, apiId: number, prefix: string, ids: string[], isUp: () => boolean): Promise<void> {
  for (let at = 0; isUp(); at++) {
    const id = `${prefix}-${at}`;
    const body = {
      ...market,
      api_id: apiId,
      side: 'BUY',
      type: 'LIMIT',
      qty: '0.001',
      price: String(30_000 + (at % 1_000)),
      client_order_id: id,
    } as const;
    try {
      await client.call('doOrder', { body });
      ids.push(id);
    } catch (error) {
      // Until the kill every order must be answered.
      if (isUp()) throw error;
    }
  }
}

/** Acknowledged orders before each kill, at least. */
const fewest = 10;
const loadedMs = 500;

/**
 * Kills the server that trades again and again, `rounds` times, under orders and a running instance; the other one, at whose address
 * everybody asks, goes on, and the dead one is started again as the next to wait. After each take-over what was acknowledged is compared
 * with the books: open orders and the history.
 */
export async function runFailover(pair: ServerPair, rounds: number, tell: (line: string) => void = () => undefined): Promise<FailoverRun> {
  let holder: ServerProcess = await pair.start(await freePort());
  const first = await holder.signIn('trader3');
  const apiId = await apiOf(first);
  const params = await kitParams(first, { pauseMs: 100, qty: '0.001' });
  const choice = { strategy: 'strategy-kit/busy', name: 'busy', environment: 'production', params, limits: unlimited } as const;
  const instance = await first.call('strategyStart', { body: choice });
  const times: FailoverTimes[] = [];
  const wrong: string[] = [];
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    const second = await pair.standBy(await freePort());
    const client = await holder.signIn('trader3');
    // Everybody asks at the one that stays: the session is known there, too.
    const other = Object.assign(new HttpClient(second.url), { token: client.token });
    const sinceMs = Date.now() - 60_000;
    let isUp = true;
    const alive: string[] = [];
    const loading = load(other, apiId, `r${round}`, alive, () => isUp);
    const begunMs = performance.now();
    while (alive.length < fewest || performance.now() - begunMs < loadedMs) await Promise.race([pause(20), loading]);
    const before = (await infoOf(other, instance)).instance.step;
    const killedMs = performance.now();
    const killed = holder.kill();
    isUp = false;
    await loading;
    await killed;
    const [orderMs, stepMs] = await Promise.all([
      firstOrder(other, apiId, `after${round}`, killedMs),
      nextStep(other, instance, before, killedMs),
    ]);
    times.push({ orderMs, stepMs });
    holder = await second.trading;
    const ids = [...alive, `after${round}`];
    acknowledged += ids.length;
    wrong.push(...(await notOnce(other, ids, sinceMs)));
    await other.call('cancelAll', { body: { api_id: apiId } });
    tell(
      `round ${round + 1}: first order after ${Math.round(orderMs)} ms, next step after ${Math.round(stepMs)} ms, ${ids.length} orders compared`,
    );
  }
  return { times, wrong, acknowledged };
}

/** One id, so that an attempt whose answer was lost does not become a second order. */
async function firstOrder(client: HttpClient, apiId: number, id: string, sinceMs: number): Promise<number> {
  const body = { ...market, api_id: apiId, side: 'BUY', type: 'LIMIT', qty: '0.001', price: '29000', client_order_id: id } as const;
  for (;;) {
    try {
      await client.call('doOrder', { body });
      return performance.now() - sinceMs;
    } catch (error) {
      if (error instanceof RefusedCall && error.number === 40_901) return performance.now() - sinceMs;
      if (performance.now() - sinceMs > 120_000) throw error;
      await pause(20);
    }
  }
}

async function nextStep(client: HttpClient, instance: { readonly instance_id: string }, before: number, sinceMs: number): Promise<number> {
  for (;;) {
    const info = await infoOf(client, instance).catch(() => null);
    if (info !== null && info.instance.step > before + 1) return performance.now() - sinceMs;
    if (performance.now() - sinceMs > 120_000) throw new Error('the instance did not go on');
    await pause(20);
  }
}

async function notOnce(client: HttpClient, ids: readonly string[], from: number): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const page: { readonly results: readonly { readonly client_order_id: string }[]; readonly next: string | null } = await client.call(
      'userOrders',
      {
        query: { limit: 500, from, ...(cursor === null ? {} : { cursor }) },
      },
    );
    for (const { client_order_id: id } of page.results) counts.set(id, (counts.get(id) ?? 0) + 1);
    cursor = page.next;
  } while (cursor !== null);
  const open = (await client.call('openOrders', { query: {} })).map(({ client_order_id }) => client_order_id);
  return ids.filter((id) => counts.get(id) !== 1 || open.filter((other) => other === id).length !== 1);
}
