import { expect, it } from 'vitest';
import type { MessageText } from '../../core/contract/messages.ts';
import type { Language } from '../../core/domain/language.ts';
import type { AlertCondition } from '../../core/domain/markets/price-alert.ts';
import { alertMessage } from './alert-message.ts';
import type { AlertRecord } from './alert-record.ts';

const alert = (condition: AlertCondition, changes: Partial<AlertRecord> = {}): AlertRecord =>
  ({
    userId: 'ann',
    instrumentId: 'tessera/BTCUSDT/spot',
    watchedPrice: 'LAST',
    condition,
    reference: '50000',
    note: '',
    channels: ['WEB', 'APP'],
    ...changes,
  }) as AlertRecord;
const raise = (price: string) => ({
  price,
  nowMs: 1,
  exchangeTitle: (exchange: string) => (exchange === 'tessera' ? 'Meridian' : exchange),
});
const said = (raised: AlertRecord, language: Language = 'en'): readonly string[] => {
  const { title, body } = alertMessage(raised, raise('50600.5'));
  return [title, body].map((text: MessageText) => (typeof text === 'function' ? text(language) : text));
};

it('a raised alert is told with its market, the title of its exchange, the price and what it waited for, in the language of its reader', () => {
  const crossed = alert({ kind: 'CROSS', price: '50500' }, { note: 'Sell here' });
  expect(said(crossed)).toEqual(['BTCUSDT at 50,600.5', 'Crossed 50,500 · Sell here · Meridian']);
  expect(said(crossed, 'zh-TW')).toEqual(['BTCUSDT 報 50,600.5', '穿越 50,500 · Sell here · Meridian']);
  expect(said(alert({ kind: 'RANGE', low: '49000', high: '50600' }, { watchedPrice: 'INDEX' }))).toEqual([
    'BTCUSDT index at 50,600.5',
    'Entered or left 49,000 – 50,600 · Meridian',
  ]);
  expect(said(alert({ kind: 'AMPLITUDE', percent: '1' }), 'zh-CN')[1]).toBe('自 50,000 变动 1 % · Meridian');
});

it('a raised alert goes to the devices of the channel that its owner has chosen', () => {
  const devicesOf = (channels: AlertRecord['channels']) =>
    alertMessage(alert({ kind: 'CROSS', price: '1' }, { channels }), raise('1')).devices;
  expect([devicesOf(['WEB', 'APP']), devicesOf(['WEB']), devicesOf(['APP'])]).toEqual([undefined, 'computers', 'handhelds']);
});
