import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { routes } from '../../schemas/wire/index.ts';
import { SystemClock } from '../../server/clock.ts';
import { successBody } from '../../server/gateway/envelope.ts';
import { defaultJsonDepth, parseJsonBody } from '../../server/gateway/guards/json-body.ts';
import { createRequestCheck } from '../../server/gateway/guards/request-check.ts';
import { createOrderHandlers } from '../../server/gateway/handlers/handlers-order.ts';
import { accountRecord, MemoryStore, openFundedRoom, silent, trader } from '../../server/trading/trading-fixture.ts';
import { withoutDisk } from '../engine/without-disk.ts';

const warmUpOrders = 20_000;
const measuredOrders = 50_000;
const turnOrders = 64;

/**
 * CPU of all threads in µs for one order's way through the process: bytes of its body, schema, access, grid, risk, engine, ledger
 * and journal, events to their followers, text of its reply. One after the other; buyers and sellers meet at one price. Without
 * HTTP and disk, and with a database that takes everything.
 */
export async function cpuOfOneOrder(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
  const users = ['ann', 'bob'] as const;
  const records = users.map((user, at) => accountRecord(at + 1, user));
  const { store } = new MemoryStore(records);
  const taken: typeof store.projections = {
    ...store.projections,
    apply: async ({ sequence }) => ({ outcome: 'applied', position: sequence }),
  };
  const room = await openFundedRoom(folder, {
    store: { ...store, projections: taken },
    clock: new SystemClock(silent),
    host: { fileSystem: withoutDisk },
  });
  for (const { apiId } of records) {
    for (const asset of ['BTC', 'USDT']) await room.accounts.deposit(spotAccount(apiId), asset, '100000000', `bench-${asset}-${apiId}`);
  }
  const accounts = {
    may: () => null,
    owns: () => true,
    of: () => records,
    instancesOf: () => new Set<string>(),
    onRights: () => () => undefined,
    stored: async () => undefined,
  };
  const looks = { seen: async () => undefined, exported: async () => undefined };
  const handlers = createOrderHandlers({ trading: room.trading, accounts, looks });
  const check = createRequestCheck(routes.doOrder);
  const bodies = (['BUY', 'SELL'] as const).map((side, at) => {
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' };
    return Buffer.from(JSON.stringify({ api_id: at + 1, ...market, side, type: 'LIMIT', price: '60000', qty: '0.001' }));
  });
  const principals = users.map(trader);
  const place = async (at: number): Promise<string> => {
    const parsed = parseJsonBody(bodies[at] as Buffer, defaultJsonDepth);
    if (!parsed.ok) throw parsed.error;
    const body = check.body(parsed.value);
    if (!body.ok) throw body.error;
    const principal = principals[at] as ReturnType<typeof trader>;
    const outcome = await handlers.doOrder({
      principal,
      session: null,
      isLocal: false,
      ip: '',
      userAgent: '',
      query: undefined,
      body: body.value as never,
      gone: () => AbortSignal.any([]),
    });
    if (!outcome.ok) throw outcome.error;
    return successBody(outcome.value);
  };
  try {
    const placeMany = async (count: number): Promise<void> => {
      for (let order = 0; order < count; order++) {
        await place(order % 2);
        // Timers have their turn, as between two requests.
        if (order % turnOrders === 0) await setImmediate();
      }
    };
    await placeMany(warmUpOrders);
    const start = process.cpuUsage();
    await placeMany(measuredOrders);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / measuredOrders;
  } finally {
    await room.close();
    await rm(folder, { recursive: true, force: true });
  }
}
