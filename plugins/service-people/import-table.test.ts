import { expect, it } from 'vitest';
import { readPeople } from './import-table.ts';

const endOf = (until: string): unknown => {
  const table = readPeople(`username,role,vip_level,vip_until\nann,user,1,${until}`);
  const read = table.ok ? table.value[0]?.read : undefined;
  return read?.ok ? read.value.vipUntilMs : read?.error.code;
};

it('takes a time as the export writes it, however far off', () => {
  expect(endOf('2999-12-31T23:59:59.120Z')).toBe(Date.parse('2999-12-31T23:59:59.120Z'));
  expect(endOf('2999-12-31T23:59:59Z')).toBe(Date.parse('2999-12-31T23:59:59Z'));
  expect(endOf('+275760-09-13T00:00:00.000Z')).toBe(8_640_000_000_000_000);
});

it('refuses a day that the month does not have, and an hour that the day does not have', () => {
  for (const until of [
    '2999-02-31T00:00:00Z',
    '2999-02-29T00:00:00Z',
    '2999-04-31T00:00:00.5Z',
    '2999-01-01T24:00:00Z',
    '2999-13-01T00:00:00Z',
  ])
    expect([until, endOf(until)]).toEqual([until, 'PERSON_TIME_INVALID']);
});

it('reads the version of the product, none where nothing is said, and names the column of one that there is not', () => {
  const table = readPeople('username,role,product\nann,user,pro\nbob,user,\ncid,user,gold');
  if (!table.ok) throw table.error;
  expect(table.value.map(({ read }) => (read.ok ? read.value.productVersion : read.error.params.field))).toEqual(['pro', null, 'product']);
});
