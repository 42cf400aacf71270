import { expect, it } from 'vitest';
import { type MovedLine, movedTable, sideText } from './moved-table.ts';

const main = { apiId: 7, username: 'ann', name: 'Main', exchange: 'tessera' };
const line: MovedLine = {
  ...{
    entry: 3,
    timeMs: 0,
    by: 'asset',
    allocated: true,
    asset: 'USDT',
    amount: '0.10',
    reason: 'to, where he saves',
    state: 'DONE',
    failure: null,
  },
  ...{ from: { apiId: 7, accountType: 'spot', symbol: null }, to: { apiId: 8, accountType: 'isolated_margin', symbol: 'BTCUSDT' } },
};

it('calls an account by its owner and name, and one that is gone by its number', () => {
  const text = (side: MovedLine['from']) => sideText(side, [main], () => 'Tessera');
  expect([text(line.from), text(line.to)]).toEqual(['ann · Main · Tessera · 7', '8 · isolated_margin · BTCUSDT']);
});

it('takes lines along exactly, with whose accounts they are about', () => {
  expect(movedTable([line], [main]).trim().split('\r\n')).toEqual([
    'time,by,owner,from,to,asset,amount,state,reason,failure',
    '1970-01-01T00:00:00.000Z,asset,ann,7/spot,8/isolated_margin/BTCUSDT,USDT,0.10,DONE,"to, where he saves",',
  ]);
});
