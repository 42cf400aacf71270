import { expect, it } from 'vitest';
import { migrations, tableOf } from './table-config.ts';

const up = migrations[0]?.up ?? ((config) => config);

it('keeps order, widths and choice of columns that have got other names', () => {
  const order = { column: 'start_time', direction: 'descending' };
  const table = { order, widths: { stop_time: 90, name: 140 }, shown: { start_time: true } };
  const migrated = up({ table, filters: { status: 'STOPPED' } });
  expect(migrated).toEqual({
    table: {
      order: { column: 'startedMs', direction: 'descending' },
      widths: { stoppedMs: 90, name: 140 },
      shown: { startedMs: true },
    },
    filters: { status: 'STOPPED' },
  });
  expect(tableOf(migrated).widths).toEqual({ stoppedMs: 90, name: 140 });
});

it('leaves what remembers nothing of columns as it is', () => {
  expect(up({})).toEqual({});
  expect(up({ table: {} })).toEqual({ table: {} });
  expect(up({ table: { order: null } })).toEqual({ table: { order: null } });
});
