import { type Figure, figure } from '../figure.ts';
import { p95 } from './p95.ts';
import { accounts, assets, startWideFirm, wide } from './wide-firm.ts';

const rounds = Number(process.env.TESSERA_BENCH_ROUNDS ?? 100);
const goalMs = 50;

/** How long finance waits at the server for the list of two hundred accounts that hold fifty assets each. */
export async function listOfAccounts(): Promise<Figure[]> {
  const server = await startWideFirm(['venue-house', 'service-money']);
  try {
    const finance = await server.signIn('finance');
    const times: number[] = [];
    for (let round = 0; round < rounds + 10; round++) {
      const before = performance.now();
      const response = await fetch(`${server.url}/sapi/user/finance/user/api/list?exchange=${wide}&limit=500`, {
        headers: { authorization: finance.token ?? '' },
      });
      const text = await response.text();
      if (round === 0 && (JSON.parse(text) as { data: { accounts: unknown[] } }).data.accounts.length < accounts)
        throw new Error('accounts are missing');
      if (round >= 10) times.push(performance.now() - before);
    }
    return [figure(`list of ${accounts} accounts of ${assets} assets at the server, p95 of ${times.length}`, p95(times), 'ms', goalMs)];
  } finally {
    await server.close();
  }
}
