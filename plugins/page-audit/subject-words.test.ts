import { expect, it } from 'vitest';
import { auditDeeds } from '../../core/domain/audit/audit-deeds.ts';
import english from './locales/en.json' with { type: 'json' };
import { partsOf } from './subject-words.ts';

it('says of what an entry speaks in a word of the reader, and leaves what has none as it is', () => {
  expect(auditDeeds.money).toContain('money.transferred');
  expect([partsOf('movement/4f-1'), partsOf('transfer/asset-12/t-1'), partsOf('audit'), partsOf('odd/x'), partsOf('odd')]).toEqual([
    { key: 'subject.movement', id: '4f-1' },
    { key: 'subject.transfer', id: 'asset-12/t-1' },
    { key: 'lone.audit', id: '' },
    { key: null, id: 'x' },
    { key: null, id: 'odd' },
  ]);
  for (const whole of ['accounts', 'audit', 'backup', 'balances', 'desk', 'inbox', 'instances', 'money', 'movements', 'people', 'platform'])
    expect(Object.keys(english)).toContain(partsOf(whole).key);
  for (const kind of ['movement', 'transfer', 'account', 'api-key', 'instance', 'invitation'])
    expect(Object.keys(english)).toContain(partsOf(`${kind}/1`).key);
});
