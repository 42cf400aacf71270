import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { FigureHistory } from './figure-history.ts';
import { SampleTable } from './sample-table.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** At the beginning of a quarter of an hour. */
const startMs = 1_700_000_100_000 - (1_700_000_100_000 % (15 * minuteMs));

await describeStore('the history of figures', (store) => {
  const emptied = async () => {
    const tables = store().tablesOf('service-operations');
    const table = await SampleTable.open(tables);
    await tables.run('delete from service_operations__sample');
    const count = async (stepMs: number): Promise<number> => (await table.read(stepMs, 0, Number.MAX_SAFE_INTEGER)).length;
    return { table, count };
  };

  it('keeps looks for an hour, minutes of a day and quarters beyond, with what the highest look was', async () => {
    const { table } = await emptied();
    const history = new FigureHistory(table);
    let nowMs = startMs;
    for (; nowMs < startMs + 2 * hourMs; nowMs += 10_000) {
      const isPeak = nowMs === startMs + 30 * minuteMs;
      history.take(nowMs, [
        { key: 'calls', value: isPeak ? 100 : 10 },
        { key: 'unknown', value: null },
      ]);
      if (nowMs % minuteMs === 0) await history.keep(nowMs);
    }
    const hour = await history.points('calls', '1h', nowMs);
    expect([hour.length, hour[0]?.atMs, hour.every(({ mean }) => mean === 10)]).toEqual([360, nowMs - hourMs, true]);
    const day = await history.points('calls', '24h', nowMs);
    expect(day.length).toBe(119);
    expect(day.find(({ most }) => most === 100)).toMatchObject({ atMs: startMs + 30 * minuteMs, mean: 25 });
    const week = await history.points('calls', '7d', nowMs);
    expect(week.map(({ most }) => most)).toEqual([10, 10, 100, 10, 10, 10, 10, 10]);
    expect(await history.points('unknown', '24h', nowMs)).toEqual([]);
  });

  it('goes on after a new start where the server before ended, inside a quarter too', async () => {
    const { table } = await emptied();
    const run = async (fromMs: number, untilMs: number, value: number): Promise<FigureHistory> => {
      const history = new FigureHistory(table);
      for (let nowMs = fromMs; nowMs <= untilMs; nowMs += 10_000) {
        history.take(nowMs, [{ key: 'calls', value }]);
        if (nowMs % minuteMs === 0) await history.keep(nowMs);
      }
      return history;
    };
    await run(startMs, startMs + 5 * minuteMs, 10);
    const second = await run(startMs + 10 * minuteMs, startMs + 20 * minuteMs, 40);
    const nowMs = startMs + 20 * minuteMs;
    const [quarter] = await second.points('calls', '30d', nowMs);
    expect(quarter).toEqual({ atMs: startMs, mean: 25, most: 40 });
    const hour = await second.points('calls', '1h', nowMs);
    expect([hour[0], hour.at(-1)]).toEqual([
      { atMs: startMs, mean: 10, most: 10 },
      { atMs: nowMs, mean: 40, most: 40 },
    ]);
  });

  it('never holds more than minutes of two days and quarters of thirty', async () => {
    const { table, count } = await emptied();
    const history = new FigureHistory(table);
    const minutes = (days: number, untilMs: number) =>
      Array.from({ length: days * 24 * 60 }, (_, at) => ({ atMs: untilMs - (at + 1) * minuteMs, sums: { calls: [1, 1, 6] as const } }));
    const endMs = startMs + 40 * dayMs;
    await table.write(minuteMs, minutes(3, endMs));
    await table.write(
      15 * minuteMs,
      Array.from({ length: 35 * 96 }, (_, at) => ({
        atMs: endMs - dayMs - (at + 1) * 15 * minuteMs,
        sums: { calls: [1, 1, 90] as const },
      })),
    );
    await history.keep(endMs);
    expect([await count(minuteMs), await count(15 * minuteMs)]).toEqual([2 * 24 * 60, 30 * 96]);
  });

  it('keeps what was over in memory while the database is away, a day of it, and writes it then', async () => {
    const { table, count } = await emptied();
    let isAway = true;
    const away = new Proxy(table, {
      get: (target, name) =>
        name === 'write' && isAway ? () => Promise.reject(new Error('away')) : Reflect.get(target, name).bind(target),
    });
    const history = new FigureHistory(away);
    let nowMs = startMs;
    for (let at = 0; at < 30 * 60; at++, nowMs += minuteMs) history.take(nowMs, [{ key: 'calls', value: 1 }]);
    await expect(history.keep(nowMs)).rejects.toThrow('away');
    isAway = false;
    await history.keep(nowMs);
    expect(await count(minuteMs)).toBe(24 * 60);
  });
});
