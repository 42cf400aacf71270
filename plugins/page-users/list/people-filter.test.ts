import { expect, it } from 'vitest';
import { readAddress, writeAddress } from './people-filter.ts';

it('reads from the address what was written there', () => {
  const filter = {
    search: 'ann & bob',
    role: 'finance_manage',
    vip_level: 2,
    state: 'DISABLED',
    product: 'none',
    invited_by: 'cid',
  } as const;
  expect(readAddress(writeAddress(filter, 'u-1'))).toEqual({ filter, user: 'u-1', part: 'people' });
  expect(readAddress(writeAddress({}, null, 'invitations')).part).toBe('invitations');
  expect([writeAddress({}, null), readAddress('')]).toEqual(['', { filter: {}, user: null, part: 'people' }]);
});

it('takes nothing of a foreign address that the calls would refuse', () => {
  expect(readAddress('?role=<b>&level=9&state=GONE&product=gold&inviter=&user=../x&more=1')).toEqual({
    filter: {},
    user: null,
    part: 'people',
  });
  expect(readAddress(`?search=${'x'.repeat(300)}`).filter.search).toHaveLength(200);
  expect(readAddress('?role=role-auditor/auditor').filter).toEqual({ role: 'role-auditor/auditor' });
});
