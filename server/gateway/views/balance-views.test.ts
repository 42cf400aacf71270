import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance } from '../../../core/contract/trading.ts';
import { addDecimals } from '../../../core/domain/numbers/decimal.ts';
import { accountsView, allowedView, currencyView, heldRows, pageOfRows } from './balance-views.ts';

const balance = (apiId: number, asset: string, total: string, held = '0'): Balance => ({
  ...{ exchange: 'tessera', apiId, accountType: 'spot', asset, total, held },
});
const rows = heldRows([balance(10, 'USDT', '5', '2'), balance(9, 'USDT', '1'), balance(9, 'BTC', '0.5'), balance(9, 'ETH', '0')]);
const prices = { USDT: '1', BTC: '50000' };

describe('balances of accounts', () => {
  it('are in order of account and asset, without what is nothing', () => {
    expect(rows.map(({ api_id, asset }) => `${api_id}/${asset}`)).toEqual(['9/BTC', '9/USDT', '10/USDT']);
    expect(accountsView(rows).map(({ api_id, assets }) => [api_id, assets])).toEqual([
      [9, ['BTC', 'USDT']],
      [10, ['USDT']],
    ]);
  });

  it('are summed by asset and valued in the currency, or in USDT where nobody knows what that is worth', () => {
    expect(currencyView(rows, 'BTC', prices)).toEqual({
      currency: 'BTC',
      total_value: '0.50012',
      currencies: [
        { asset: 'BTC', total: '0.5', held: '0', available: '0.5', accounts: 1, value: '0.5' },
        { asset: 'USDT', total: '6', held: '2', available: '4', accounts: 2, value: '0.00012' },
      ],
    });
    const unknown = currencyView(heldRows([balance(1, 'XYZ', '3')]), 'GBP', prices);
    expect(unknown).toMatchObject({ currency: 'USDT', total_value: '0', currencies: [{ asset: 'XYZ', value: null }] });
  });

  it('say what of the free part may be traded and moved', () => {
    const [, , last] = allowedView(rows, (act, { api_id }) => act === 'move' || api_id === 9);
    expect(last).toEqual({
      ...{ exchange: 'tessera', api_id: 10, account_type: 'spot', asset: 'USDT' },
      ...{ available: '3', tradable: '0', movable: '3' },
    });
  });

  it('come in pages that leave out and repeat nothing, whatever they hold', () => {
    const account = fc.integer({ min: 1, max: 120 });
    const asset = fc.constantFrom('BTC', 'ETH', 'USDT', 'X');
    const wallets = fc.uniqueArray(fc.tuple(account, asset), { selector: ([id, code]) => `${id}/${code}`, maxLength: 60 });
    fc.assert(
      fc.property(wallets, fc.integer({ min: 1, max: 7 }), (made, limit) => {
        const all = heldRows(made.map(([id, code]) => balance(id, code, '1')));
        const read = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const page = pageOfRows(all, { cursor, limit });
          if (page === null) throw new Error(`no page ended with ${cursor}`);
          read.push(...page.results);
          cursor = page.next;
        }
        expect(read).toEqual(all);
        expect(currencyView(all, 'USDT', {}).currencies.reduce((so, { total }) => addDecimals(so, total), '0')).toBe(String(made.length));
      }),
    );
    expect(pageOfRows(rows, { cursor: 'nonsense', limit: 1 })).toBeNull();
  });
});
