import { expect, it } from 'vitest';
import { historyFields, historyQuery } from './history-filter.ts';

it('asks the server for what passes, and for everything without filters', () => {
  expect(historyQuery({}, {})).toEqual({ state: 'history' });
  const values = { strategy: 'strategy-a/a', environment: 'test', status: 'STOPPED', exchange: 'aurora', account: '12', range: '7' };
  expect(historyQuery(values, { fromMs: 10.5, toMs: 20 })).toEqual({
    ...{ state: 'history', strategy: 'strategy-a/a', environment: 'test', status: 'STOPPED', exchange: 'aurora', apiId: 12 },
    ...{ from: 10, to: 20 },
  });
});

it('offers only what an ended instance can be, and each exchange once', () => {
  const account = (apiId: number, exchange: string) => ({ apiId, name: `A${apiId}`, exchange }) as never;
  const sources = {
    apiAccounts: [account(1, 'aurora'), account(2, 'aurora')],
    templates: [{ strategy: 'strategy-a/a' } as never],
    exchangeTitle: (exchange: string) => exchange.toUpperCase(),
    texts: { title: () => 'Grid' },
  };
  const options = Object.fromEntries(
    historyFields(sources, (key) => key).map(({ id, options }) => [id, options.map(({ label }) => label)]),
  );
  expect(options.status).toEqual(['status.STOPPED', 'status.INTERRUPTED']);
  expect([options.strategy, options.exchange, options.account]).toEqual([['Grid'], ['AURORA'], ['A1', 'A2']]);
});
