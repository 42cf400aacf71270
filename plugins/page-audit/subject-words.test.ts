import { expect, it } from 'vitest';
import { auditDeeds } from '../../core/domain/audit/audit-deeds.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import english from './locales/en.json' with { type: 'json' };
import { partsOf, subjectText, titleOf } from './subject-words.ts';

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
  for (const kind of ['movement', 'transfer', 'account', 'api-key', 'asset', 'exchange', 'instance', 'invitation', 'strategy'])
    expect(Object.keys(english)).toContain(partsOf(`${kind}/1`).key);
});

it('calls versions of the product by their names, and everything else by its id', () => {
  const t = (key: string) => (english as Readonly<Record<string, string>>)[key] ?? key;
  expect(['product-version/pro', 'product-version/old', 'account/7', 'audit', 'odd/x'].map((one) => subjectText(one, t))).toEqual([
    'Product version Pro',
    'Product version old',
    'Account 7',
    t('lone.audit'),
    'odd/x',
  ]);
});

it('calls exchanges and markets by their titles, and what is gone by its key', () => {
  const markets = {
    exchangeTitle: (exchange: string) => ({ aurora: 'Aurora' })[exchange] ?? exchange,
    instrument: (id: string) => (id === 'aurora/BTCUSDT/spot' ? ({ exchange: 'aurora', symbol: 'BTCUSDT' } as Instrument) : null),
  };
  const subjects = ['venue/aurora', 'exchange/aurora', 'exchange/gone', 'market/aurora/BTCUSDT/spot', 'market/gone/X/spot', 'account/7'];
  expect(subjects.map((one) => titleOf(one, markets))).toEqual(['Aurora', 'Aurora', 'gone', 'BTCUSDT · Aurora', null, null]);
});
