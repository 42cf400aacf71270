import { expect, it } from 'vitest';
import type { NewAuditEntry } from '../../core/contract/audit.ts';
import type { OverseenAccount } from '../../core/contract/money.ts';
import type { BarredExposure, StrategyHolding } from '../../core/contract/risk.ts';
import type { Language } from '../../core/domain/language.ts';
import { UserMessages } from '../../server/contributions/user-messages.ts';
import type { NewMessage } from '../../server/store/records.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { LimitJudge } from './limit-alerts.ts';
import { LimitTable } from './limit-table.ts';

await describeStore('alerts of limits', (store) => {
  let held = '1';
  const account = (): OverseenAccount => ({
    ...{
      apiId: 1,
      name: 'Main',
      exchange: 'tessera',
      userId: 'u',
      username: 'ann',
      isActive: true,
      deposit: true,
      withdrawal: true,
      assets: [],
    },
    balances: [{ apiId: 1, exchange: 'tessera', accountType: 'spot', asset: 'BTC', total: held, held: '0' }],
  });

  it('tell people of risk once of each limit that is passed, each in his language, and again when it was kept meanwhile', async () => {
    const limits = await LimitTable.open(store().tablesOf('service-risk'));
    await limits.transaction((sql) => limits.put({ kind: 'asset', key: 'BTC', net: null, gross: '100', refuses: true }, sql));
    const sent: { readonly title: string; readonly body: string }[] = [];
    const languages = ['en', 'zh-TW'] as const;
    const messages = new UserMessages(
      {
        of: () => ({
          users: { list: async () => ({ items: [{ id: '0' }, { id: '1' }], next: null }) },
          messages: {
            appendToAll: async (userIds: readonly string[], row: NewMessage) => {
              for (const id of userIds) {
                const { title, body } = row.words?.[languages[Number(id)] ?? 'en'] ?? row;
                sent.push({ title, body });
              }
            },
          },
        }),
      } as never,
      { send: async () => undefined },
      async (_from, userId) => languages[Number(userId)] ?? 'en',
    );
    const exchangeTitle = (exchange: string): string => (exchange === 'tessera' ? 'Meridian' : exchange);
    let holdings: readonly StrategyHolding[] = [];
    const noted: unknown[] = [];
    let barred: readonly BarredExposure[] = [];
    const bar = (exposures: readonly BarredExposure[]): void => {
      barred = exposures;
    };
    const parts = {
      ...{ limits, messages, clock: { nowMs: () => 5 } },
      audit: { append: async ({ action, subject, after }: NewAuditEntry) => void noted.push([action, subject, after]) },
      logger: { warn: () => undefined },
      risk: {
        ...{ accounts: async () => [account()], strategyHoldings: () => holdings, bar },
        strategyTitle: async (strategy: string, language: Language) => `${strategy} in ${language}`,
      },
    };
    const job = new LimitJudge({ ...parts, money: { prices: () => ({ BTC: '60' }), exchangeTitle } }).job();
    const runs = async (): Promise<number> => {
      const before = sent.length;
      await job.run(new AbortController().signal as never);
      return sent.length - before;
    };
    expect(await runs()).toBe(0);
    held = '2';
    expect([await runs(), await runs()]).toEqual([2, 0]);
    expect(sent.map(({ title }) => title)).toEqual(['Limit breached: asset BTC', '超出限額：資產 BTC']);
    expect(sent[0]?.body).toBe(
      'Gross exposure of asset BTC is 120 USDT; its limit is 100 USDT. New orders that would enlarge it are rejected until it is within the limit again.',
    );
    const told = { kind: 'asset', key: 'BTC', limit: '100', value: '120', shorts: [] };
    expect(barred).toMatchObject([told]);
    // After a restart it holds until everything in it has a price again: what nobody knows is not taken for nothing.
    const restarted = new LimitJudge({ ...parts, money: { prices: () => ({ USDT: '1', ETH: '9' }), exchangeTitle } });
    barred = [];
    await restarted.open();
    expect(barred).toMatchObject([told]);
    await restarted.judge();
    expect(barred).toMatchObject([told]);
    expect(noted).toHaveLength(1);
    held = '1';
    expect(await runs()).toBe(0);
    expect(barred).toEqual([]);
    expect(noted).toEqual([
      ['risk.orders-barred', 'asset/BTC', { measure: 'gross', limit: '100', value: '120' }],
      ['risk.orders-allowed', 'asset/BTC', { measure: 'gross' }],
    ]);
    held = '3';
    expect(await runs()).toBe(2);
    await limits.transaction((sql) => limits.put({ kind: 'account', key: '1', net: '110', gross: null, refuses: false }, sql));
    expect(await runs()).toBe(2);
    expect(sent.slice(-2).map(({ title }) => title)).toEqual(['Limit breached: account ann · Main', '超出限額：帳戶 ann · Main']);
    const passes = async (kind: 'exchange' | 'strategy', key: string): Promise<readonly string[]> => {
      await limits.transaction((sql) => limits.put({ kind, key, net: null, gross: '90', refuses: false }, sql));
      await runs();
      return sent.slice(-2).map(({ title }) => title);
    };
    holdings = [{ ...{ strategy: 'strategy-grid/grid', instanceId: 'i', base: 'BTC', quote: 'USDT' }, qty: '2', mark: null }];
    expect(await passes('exchange', 'tessera')).toEqual(['Limit breached: exchange Meridian', '超出限額：交易所 Meridian']);
    expect(await passes('strategy', 'strategy-grid/grid')).toEqual([
      'Limit breached: strategy strategy-grid/grid in en',
      '超出限額：策略 strategy-grid/grid in zh-TW',
    ]);
    // A limit that was passed before it refused, or refuses no more, is no new breach, and the audit has both ends of it.
    const put = (gross: string, refuses: boolean) =>
      limits.transaction((sql) => limits.put({ kind: 'asset', key: 'BTC', net: null, gross, refuses }, sql));
    noted.length = 0;
    await put('100', false);
    expect([await runs(), barred]).toEqual([0, []]);
    await put('100', true);
    expect(await runs()).toBe(0);
    expect(barred).toMatchObject([{ ...told, value: '180' }]);
    // Whoever raises a limit above what was there last lets orders through, though nobody knows what is there now.
    await put('180', true);
    await restarted.judge();
    expect(barred).toEqual([]);
    expect(noted).toEqual([
      ['risk.orders-allowed', 'asset/BTC', { measure: 'gross' }],
      ['risk.orders-barred', 'asset/BTC', { measure: 'gross', limit: '100', value: '180' }],
      ['risk.orders-allowed', 'asset/BTC', { measure: 'gross' }],
    ]);
    // Whoever sets a limit that nobody can judge just now is not told that it was not set.
    const warned: string[] = [];
    const logger = { warn: (_fields: object, text: string) => void warned.push(text) };
    const accounts = async (): Promise<never> => Promise.reject(new Error('the exchange does not answer'));
    await new LimitJudge({
      ...parts,
      risk: { ...parts.risk, accounts },
      logger,
      money: { prices: () => ({}), exchangeTitle },
    }).judgeSaved();
    expect(warned).toEqual(['a limit that is saved could not be judged at once']);
  });
});
