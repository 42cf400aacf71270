import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { type Figure, figure } from '../figure.ts';

const rounds = 15;
const perRound = Number(process.env.TESSERA_BENCH_ORDERS ?? 300);

/**
 * Orders over HTTP, one after the other, with the audit and copying off, beside the same server without both: pair by pair, of which the middle one counts:
 * what else the machine does meets both of a pair. As many orders are sealed while a round is sent as it sends, and whoever waits longer for a seal counts in full, which is why it is the mean.
 */
export async function orderLatency(): Promise<Figure[]> {
  const plain = await startTestServer({ checkReplies: false, plugins: ['venue-house'].map(pluginSource) });
  const withDesk = await startTestServer({
    checkReplies: false,
    plugins: ['venue-house', 'service-accounts', 'service-audit', 'service-copying'].map(pluginSource),
  });
  // Seals are of the house; without, there are none.
  Object.assign(plain.store.audit, { tradedVenues: async () => [] });
  try {
    const sides = [await sender(plain), await sender(withDesk)] as const;
    const pairs: (readonly [number, number])[] = [];
    for (let round = 0; round <= rounds; round++) {
      const took: [number, number] = [0, 0];
      // Neither is always the first.
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const sealed = at === 0 ? null : withDesk.store.audit.sealOrders('tessera', Date.now());
        took[at] = await sides[at]();
        await sealed;
      }
      if (round > 0) pairs.push(took);
    }
    const [plainMs, deskMs] = pairs.sort((a, b) => a[1] / a[0] - b[1] / b[0])[Math.floor(pairs.length / 2)] ?? [0, 0];
    return [
      figure('an order over HTTP with audit, and copying off, beside without, mean of the middle pair of rounds', deskMs, 'ms', plainMs),
    ];
  } finally {
    await Promise.all([plain.close(), withDesk.close()]);
  }
}

/** Mean of a round in ms; what was placed is taken back, outside of what is measured. */
async function sender(server: TestServer): Promise<() => Promise<number>> {
  const trader = await server.signIn('trader1');
  const api_id = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const body = { api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', side: 'BUY', type: 'LIMIT' } as const;
  return async () => {
    let sum = 0;
    for (let at = 0; at < perRound; at++) {
      const before = performance.now();
      await trader.call('doOrder', { body: { ...body, price: '100', qty: '0.1' } });
      sum += performance.now() - before;
      if (at % 50 === 49) await trader.call('cancelAll', { body: { api_id } });
    }
    await trader.call('cancelAll', { body: { api_id } });
    return sum / perRound;
  };
}
