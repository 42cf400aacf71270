import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { type CopyRecord, type MainRecord, sentCopy } from './copy-record.ts';
import { CopyTables } from './copy-tables.ts';

const main = (orderId: string, createdMs: number, changes: Partial<MainRecord> = {}): MainRecord => ({
  ...{ mainApiId: 1, orderId, userId: 'ann', instrumentId: 'home/BTCUSDT/spot', side: 'BUY', type: 'LIMIT', price: '100', qty: '1' },
  ...{ quoteAmount: null, triggerPrice: null, filledQty: '0', filledQuote: '0', status: 'CANCELED', terms: {}, isLive: false, createdMs },
  ...changes,
});
const copyOf = (of: MainRecord, updatedMs: number): CopyRecord => ({ ...sentCopy(of, 2, updatedMs), state: 'MISSED' });

await describeStore('what was copied', (store) => {
  let tables: CopyTables;
  const opened = async (): Promise<CopyTables> => {
    tables ??= await CopyTables.open(store().tablesOf('service-copying'));
    return tables;
  };

  it('is paged without a gap where many orders came in one millisecond', async () => {
    const own = await opened();
    const mains = ['1', '2', '3', '4', '5'].map((id, at) => main(id, at === 0 ? 10 : at === 4 ? 30 : 20));
    await own.write(
      mains,
      mains.map((one) => copyOf(one, 30)),
    );
    const seen: string[] = [];
    let before: number | null = null;
    do {
      const { items, next } = await own.page('ann', { before, limit: 2 });
      seen.push(...items.map(({ main: { orderId } }) => orderId));
      before = next;
    } while (before !== null);
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
  });

  it('is forgotten when it is old, with main orders that went with their user', async () => {
    const own = await opened();
    const [gone, young, live] = [main('6', 5, { userId: 'bo' }), main('7', 50), main('8', 5, { isLive: true })];
    await own.write(
      [gone, young, live],
      [gone, young, live].map((one) => copyOf(one, one.createdMs)),
    );
    await store().tablesOf('service-copying').run(`delete from service_copying__main where user_id = 'bo'`);
    await own.forget(40);
    const left = await store()
      .tablesOf('service-copying')
      .run<{ readonly id: string }>('select main_order_id as id from service_copying__copy order by 1');
    expect(left.map(({ id }) => id)).toEqual(['7', '8']);
  });
});
