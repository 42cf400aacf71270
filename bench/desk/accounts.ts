import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { type Figure, figure } from '../figure.ts';
import { p95 } from './p95.ts';
import { accounts, assets, startWideFirm, wide } from './wide-firm.ts';

const rounds = Number(process.env.TESSERA_BENCH_ROUNDS ?? 100);
const goalMs = 50;

/**
 * How long people wait at the server for what they see of a firm of two hundred accounts that hold fifty assets each: finance for their list, risk for all
 * exposure.
 */
export async function listOfAccounts(): Promise<Figure[]> {
  const server = await startWideFirm(['venue-house', 'service-money', 'service-risk']);
  try {
    const [finance, risk] = [await server.signIn('finance'), await server.signIn('risk')];
    const list = await waited(server.url, finance, `/user/finance/user/api/list?exchange=${wide}&limit=500`, 'accounts', accounts);
    const exposure = await waited(server.url, risk, '/risk/exposure', 'rows', accounts);
    return [
      figure(`list of ${accounts} accounts of ${assets} assets at the server, p95 of ${rounds}`, list, 'ms', goalMs),
      figure(`exposure of ${accounts} accounts of ${assets} assets at the server, p95 of ${rounds}`, exposure, 'ms', goalMs),
    ];
  } finally {
    await server.close();
  }
}

/** p95 in ms of what answers with at least so many items. */
async function waited(url: string, { token }: HttpClient, path: string, items: string, least: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 10; round++) {
    const before = performance.now();
    const response = await fetch(`${url}/sapi${path}`, { headers: { authorization: token ?? '' } });
    const text = await response.text();
    const found =
      round === 0 ? (JSON.parse(text) as { readonly data: Readonly<Record<string, readonly unknown[]>> }).data[items] : undefined;
    if (round === 0 && (found?.length ?? 0) < least) throw new Error(`too few are answered: ${text.slice(0, 200)}`);
    if (round >= 10) times.push(performance.now() - before);
  }
  return p95(times);
}
