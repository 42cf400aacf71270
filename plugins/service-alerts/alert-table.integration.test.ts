import { expect, it } from 'vitest';
import { describeStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';
import type { AlertRecord } from './alert-record.ts';
import { AlertTable } from './alert-table.ts';

const alert = (alertId: string, over: Partial<AlertRecord> = {}): AlertRecord => ({
  ...{ alertId, userId: 'watcher', instrumentId: 'tessera/BTCUSDT/spot', watchedPrice: 'LAST', condition: { kind: 'CROSS', price: '1' } },
  ...{
    duration: 'CLOSE_MANUALLY',
    channels: ['WEB', 'APP'],
    note: 'n',
    status: 'MONITORING',
    round: 1,
    reference: '0.5',
    raisedPrice: null,
    raisedMs: null,
  },
  ...{ createdMs: 1, updatedMs: 1 },
  ...over,
});

await describeStore('price alerts', (store) => {
  it('are those of before the plugin, and count towards the quota with their raises, of which the newest stay', async () => {
    await store().users.create(userRecord('watcher'));
    await store().sql.run(`insert into price_alert (alert_id, user_id, instrument_id, condition, duration, note, status, round, created_ms, updated_ms)
      values ('old', 'watcher', 'tessera/BTCUSDT/spot', '{"kind":"CROSS","price":"1"}', 'CLOSE_MANUALLY', 'n', 'MONITORING', 1, 1, 1)`);
    const table = await AlertTable.open(store().tablesOf('service-alerts'));
    expect(await table.all()).toEqual([alert('old', { reference: null })]);
    const changed = alert('new', {
      createdMs: 2,
      condition: { kind: 'RANGE', low: '1', high: '2' },
      watchedPrice: 'INDEX',
      channels: ['APP'],
    });
    await table.add(changed);
    await table.save({ ...changed, status: 'PAUSED', round: 2, reference: null, updatedMs: 7 });
    expect((await table.all())[1]).toEqual({ ...changed, status: 'PAUSED', round: 2, reference: null, updatedMs: 7 });
    const raised = alert('old', { status: 'RAISED', raisedPrice: '2', raisedMs: 3, updatedMs: 3 });
    const { userId, alertId, instrumentId, watchedPrice, condition, note } = raised;
    for (const price of ['1', '2', '3', '4'])
      await table.raise(raised, { userId, alertId, instrumentId, watchedPrice, condition, note, price, timeMs: 3 }, async () => undefined);
    expect((await table.all())[0]).toEqual(raised);
    expect((await store().storage.use('watcher')).alerts).toBeGreaterThan(6 * 64);
    await store().storage.keepNewest(2);
    expect((await table.raises('watcher', 10)).map(({ price }) => price)).toEqual(['4', '3']);
    await table.delete('old');
    expect((await table.all()).map(({ alertId: id }) => id)).toEqual(['new']);
  });

  it('are raised with all that is written of it or not at all', async () => {
    const table = await AlertTable.open(store().tablesOf('service-alerts'));
    const before = await table.all();
    const { userId, alertId, instrumentId, watchedPrice, condition, note } = alert('new');
    const raise = { userId, alertId, instrumentId, watchedPrice, condition, note, price: '9', timeMs: 9 };
    await expect(table.raise(alert('new', { status: 'RAISED' }), raise, () => Promise.reject(new Error('no message')))).rejects.toThrow(
      'no message',
    );
    expect(await table.all()).toEqual(before);
    expect((await table.raises('watcher', 10)).map(({ price }) => price)).not.toContain('9');
  });
});
