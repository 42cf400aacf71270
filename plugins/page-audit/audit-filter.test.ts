import { expect, it } from 'vitest';
import { askedOf, readAddress, writeAddress } from './audit-filter.ts';

it('reads from the address what was written there', () => {
  const filter = {
    actor: 'ann',
    group: 'money',
    subject: 'plugin-set/user',
    order: '4711',
    from: '2026-11-01',
    to: '2026-11-28',
    search: '100% & more',
  } as const;
  expect(readAddress(writeAddress(filter))).toEqual(filter);
  expect([writeAddress({}), readAddress('')]).toEqual(['', {}]);
});

it('takes nothing of a foreign address that the calls would refuse', () => {
  expect(readAddress('?group=all&from=yesterday&to=2026-1-1&more=1&actor=')).toEqual({});
  expect(readAddress(`?search=${'x'.repeat(300)}`).search).toHaveLength(200);
  expect(readAddress(`?order=${'4'.repeat(300)}`).order).toHaveLength(64);
});

it('asks for days as they begin and end where the user is', () => {
  const filter = { from: '2026-11-27', to: '2026-11-27', actor: '  ', search: ' more ' };
  expect(askedOf(filter, 'Asia/Hong_Kong')).toEqual({
    ...{ search: 'more', from: Date.parse('2026-11-26T16:00:00Z'), to: Date.parse('2026-11-27T16:00:00Z') },
  });
});
