import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { instrumentFromView } from '../../core/client/wire/instrument-view.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { bracketsOf, standardBrackets } from '../../core/domain/markets/margin-brackets.ts';
import { inversePerpetual, linearPerpetual } from '../../core/domain/markets/perpetual-terms.ts';
import { InstrumentView } from '../../schemas/wire/instrument.ts';
import { instrumentView } from '../../server/gateway/views/instrument-view.ts';
import { testInstrument } from '../kit/market-fixtures.ts';

const isView = new Ajv({ strict: false }).compile(InstrumentView);
const id = (accountType: string): { id: string } => ({ id: `aurora/BTCUSDT/${accountType}` });

it.each<[string, Instrument]>([
  ['spot', testInstrument],
  ['a linear perpetual', linearPerpetual({ ...testInstrument, accountType: 'usdm', ...id('usdm') })],
  [
    'an inverse contract that is delivered',
    inversePerpetual(
      { ...testInstrument, accountType: 'coinm', ...id('coinm') },
      { settlement: 'next_quarter', multiplier: '100', expiryMs: 1_800_000_000_000, fundingHours: null },
    ),
  ],
  [
    'an option',
    {
      ...testInstrument,
      ...{ accountType: 'option', ...id('option'), contractKind: 'option', optionType: 'PUT', strike: '50000' },
      ...{ expiryMs: 1_800_000_000_000, settleAsset: 'USDT', multiplier: '0.1' },
    },
  ],
  [
    'a share',
    {
      ...testInstrument,
      ...{ accountType: 'ashare', ...id('ashare'), contractKind: 'equity', timeZone: 'Asia/Shanghai', priceLimit: '0.1' },
      sessions: [
        { fromMinute: 570, toMinute: 690 },
        { fromMinute: 780, toMinute: 900 },
      ],
    },
  ],
])('the terms of %s reach a client as they are', (_, instrument) => {
  const view = instrumentView(instrument);
  expect(isView(view)).toBe(true);
  expect(instrumentFromView(JSON.parse(JSON.stringify(view)))).toEqual(instrument);
});

it('the brackets of a perpetual without its own are the standard ones, and a rate that is too fine is named', () => {
  const { brackets } = linearPerpetual(testInstrument);
  expect(bracketsOf(brackets)).toEqual(standardBrackets);
  expect(() => bracketsOf([{ cap: '1', maxLeverage: 1, maintenanceRate: '0.0000001', deduction: '0' }])).toThrow(
    'maintenanceRate 0.0000001 has more than 6 decimals',
  );
});
