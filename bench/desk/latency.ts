import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';
import { median } from './p95.ts';

const rounds = 5;
const perRound = Number(process.env.TESSERA_BENCH_ORDERS ?? 300);

/** Orders over HTTP, one after the other, beside the same server without the desk: in turns, the best round of each counts. */
export async function orderLatency(): Promise<Figure[]> {
  const plain = await startTestServer({ checkReplies: false, plugins: ['venue-house'].map(pluginSource) });
  const withDesk = await startTestServer({
    checkReplies: false,
    plugins: ['venue-house', 'service-accounts', 'service-audit', 'service-copying'].map(pluginSource),
  });
  try {
    const sides = [await sender(plain), await sender(withDesk)] as const;
    const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round <= rounds; round++)
      for (const [at, send] of sides.entries()) {
        const took = await send();
        if (round > 0) best[at] = Math.min(best[at] ?? took, took);
      }
    return [figure('median of an order over HTTP with audit, and copying off, beside without', best[1] ?? 0, 'ms', best[0] ?? 0)];
  } finally {
    await Promise.all([plain.close(), withDesk.close()]);
  }
}

/** Median of a round in ms; what was placed is taken back, outside of what is measured. */
async function sender(server: TestServer): Promise<() => Promise<number>> {
  const trader = await server.signIn('trader1');
  const api_id = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const body = { api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', side: 'BUY', type: 'LIMIT' } as const;
  return async () => {
    const times: number[] = [];
    for (let at = 0; at < perRound; at++) {
      const before = performance.now();
      await trader.call('doOrder', { body: { ...body, price: '100', qty: '0.1' } });
      times.push(performance.now() - before);
      if (at % 50 === 49) await trader.call('cancelAll', { body: { api_id } });
    }
    await trader.call('cancelAll', { body: { api_id } });
    return median(times);
  };
}
