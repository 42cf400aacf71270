import { describe, expect, it } from 'vitest';
import type { OverseenAccount } from '../../core/contract/money.ts';
import { exposures, inCents } from './exposure.ts';
import { allBreaches, breachesOf, isKeyOf } from './limits.ts';

const account = (apiId: number, exchange: string, held: Readonly<Record<string, string>>): OverseenAccount => ({
  ...{ apiId, name: 'Main', exchange, userId: 'u', username: 'ann', isActive: true, deposit: true, withdrawal: true, assets: [] },
  balances: Object.entries(held).map(([asset, total]) => ({ apiId, exchange, accountType: 'spot', asset, total, held: '0' })),
});
const prices = { USDT: '1', BTC: '50000', ETH: '2500.5' };
const held = [account(1, 'tessera', { USDT: '1000', BTC: '0.3', DUST: '7' }), account(2, 'binance', { BTC: '-0.1', ETH: '2', XRP: '0' })];
const of = (kind: string, key: string) => {
  const row = exposures(held, [], prices).find((one) => one.kind === kind && one.key === key);
  return row === undefined ? null : { equity: row.equity, net: row.net, gross: row.gross, unknown: row.unknown };
};

describe('exposure', () => {
  it('of an account is what moves with prices, beside all that lies there, and names what nobody can value', () => {
    expect(of('account', '1')).toEqual({ equity: '16000', net: '15000', gross: '15000', unknown: ['DUST'] });
  });

  it('counts what is short against what is long in net, and with it in gross', () => {
    expect(of('account', '2')).toEqual({ equity: '1', net: '1', gross: '10001', unknown: [] });
    expect(of('asset', 'BTC')).toEqual({ equity: '10000', net: '10000', gross: '20000', unknown: [] });
  });

  it('has a row for each exchange and asset, and none for what nobody holds', () => {
    expect(of('exchange', 'tessera')?.net).toBe('15000');
    expect(of('asset', 'USDT')).toEqual({ equity: '1000', net: '0', gross: '0', unknown: [] });
    expect(of('asset', 'XRP')).toBeNull();
  });

  it('of a strategy is what all its instances hold, by the index or else by the price of its market', () => {
    const holding = { strategy: 'grid/grid', base: 'BTC', quote: 'USDT', mark: '49000' };
    const rows = exposures(
      [],
      [
        { ...holding, instanceId: 'a', qty: '0.5' },
        { ...holding, instanceId: 'b', qty: '-0.1' },
        { ...holding, instanceId: 'c', base: 'ALT', quote: 'BTC', qty: '10', mark: '0.001' },
        { ...holding, instanceId: 'd', base: 'DUST', qty: '1', mark: null },
      ],
      prices,
    );
    expect(rows).toMatchObject([{ kind: 'strategy', key: 'grid/grid', equity: null, net: '20500', gross: '30500', unknown: ['DUST'] }]);
  });

  it('is shown in cents, towards zero', () => {
    expect(['1.239', '-1.239', '5', '0.1'].map(inCents)).toEqual(['1.23', '-1.23', '5', '0.1']);
  });
});

describe('a limit', () => {
  const at = (net: string, gross: string) => ({ kind: 'asset', key: 'BTC', net, gross, shorts: ['BTC'] }) as const;
  const limit = { kind: 'asset', key: 'BTC', net: '100', gross: '200', refuses: false } as const;

  it('is passed by more than it, a short as well as a long, and not by as much', () => {
    expect(breachesOf(at('100', '200'), limit)).toEqual([]);
    expect(breachesOf(at('100.000001', '200'), limit)).toMatchObject([{ measure: 'net', value: '100.000001', limit: '100' }]);
    expect(breachesOf(at('-101', '201'), limit).map(({ measure }) => measure)).toEqual(['net', 'gross']);
    expect(breachesOf(at('-101', '201'), limit).map(({ shorts }) => shorts)).toEqual(['all', ['BTC']]);
    expect(breachesOf(at('101', '201'), limit).map(({ shorts }) => shorts)).toEqual([[], ['BTC']]);
  });

  it('of one measure alone leaves the other as it likes, and of nothing there is passed by nothing', () => {
    expect(breachesOf(at('5000', '5000'), { ...limit, net: null, gross: null, refuses: false })).toEqual([]);
    expect(allBreaches([], [limit])).toEqual([]);
  });

  it('is of what its kind goes by, and of nothing of another kind', () => {
    const keys = { account: '1200', exchange: 'tessera', asset: 'BTC', strategy: 'strategy-grid/grid' } as const;
    const kinds = Object.keys(keys) as (keyof typeof keys)[];
    for (const kind of kinds) {
      const fitting = kinds.filter((other) => isKeyOf(kind, keys[other]));
      // A number may well name an asset.
      expect(fitting, kind).toEqual(kind === 'asset' ? ['account', 'asset'] : [kind]);
    }
    expect(['0', '01', '-1', '1.5', '12345678901'].filter((key) => isKeyOf('account', key))).toEqual([]);
  });
});
