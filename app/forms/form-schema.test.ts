import { describe, expect, it } from 'vitest';
import { Params as Execute } from '../../plugins/strategy-smart-execute/params.ts';
import { Params as Arbitrage } from '../../plugins/strategy-spread-arbitrage/params.ts';
import { assetsField, rateField } from '../../schemas/forms.ts';
import { FormCheck, type FormWorld, marketBeside } from './form-problems.ts';
import { type FormSchema, fitted, sectionsOf, sendable, widgetOf, withValueAt } from './form-schema.ts';
import { fractionOf, percentOf } from './typed-rate.ts';

const schemaOf = (schema: object): FormSchema => schema as FormSchema;
const world: FormWorld = {
  exchangeOfInstrument: (id) => (id.startsWith('gone') || !id.includes('/') ? 'unknown' : (id.split('/')[0] ?? null)),
  exchangeOfAccount: (apiId) => (apiId === 1 ? 'aurora' : apiId === 2 ? 'borealis' : 'unknown'),
};
const rulesOf = (schema: object, value: Record<string, unknown>) =>
  new FormCheck(schemaOf(schema)).problems(value, world).map(({ path, rule }) => `${path.join('.')} ${rule}`);

describe('what a form knows of a schema', () => {
  it('finds a widget for every field of every strategy', () => {
    const widgets = Object.values(schemaOf(Execute).properties ?? {}).map(widgetOf);
    expect(widgets).not.toContain(null);
    expect([widgetOf(schemaOf(assetsField({ title: 'x.assets' }))), widgetOf({ type: 'string' })]).toEqual(['assets', 'words']);
  });

  it('orders fields by group, required ones first, those without a group last', () => {
    const field = (group?: string) => ({ type: 'string', ...(group === undefined ? {} : { 'x-group': group }) });
    const schema = { properties: { a: field('risk'), b: field(), c: field('market'), d: field('risk') }, required: ['d'] };
    expect(sectionsOf(schemaOf(schema))).toEqual([
      { group: 'market', names: ['c'] },
      { group: 'risk', names: ['d', 'a'] },
      { group: null, names: ['b'] },
    ]);
  });
});

describe('a value that is put into a form', () => {
  it('gets defaults for what is absent, also inside, and loses what the schema does not know', () => {
    const value = fitted(schemaOf(Arbitrage), { legA: { instrumentId: 'a/B/spot', stale: 1 }, stale: 2, impactLevel: 5 });
    expect(value).toMatchObject({ legA: { instrumentId: 'a/B/spot' }, legB: {}, impactMode: 'LEVEL', impactLevel: 5 });
    expect(JSON.stringify(value)).not.toContain('stale');
  });

  it('keeps a field empty that was emptied, and is sent without it', () => {
    const value = fitted(schemaOf(Arbitrage), { impactLevel: undefined });
    expect([Object.hasOwn(value, 'impactLevel'), value.impactLevel]).toEqual([true, undefined]);
    expect(sendable(value)).not.toHaveProperty('impactLevel');
  });

  it('stays the same object when it is complete', () => {
    const complete = fitted(schemaOf(Arbitrage), {});
    expect(fitted(schemaOf(Arbitrage), complete)).toBe(complete);
    expect(withValueAt(complete, ['legA', 'apiId'], 3)).toMatchObject({ legA: { apiId: 3 }, legB: {} });
  });
});

describe('problems of a value', () => {
  const good = {
    ...fitted(schemaOf(Arbitrage), {}),
    legA: { apiId: 1, instrumentId: 'aurora/BTCUSDT/spot' },
    legB: { apiId: 2, instrumentId: 'borealis/BTCUSDT/spot' },
    minOpenSpread: '0.002',
    minCloseSpread: '-0.001',
    maxOrderAmount: '100',
    baseOrderQty: '0.01',
    maxUnhedgedAmount: '50',
    maxSlippage: '0.001',
  };

  it('are none for params that are in order', () => {
    expect(rulesOf(Arbitrage, good)).toEqual([]);
  });

  it.each([
    ['a missing field', { maxOrderAmount: undefined }, 'maxOrderAmount required'],
    ['no account', { legA: { instrumentId: 'aurora/BTCUSDT/spot' } }, 'legA.apiId noAccount'],
    ['an account of somebody else', { legA: { apiId: 9, instrumentId: 'aurora/BTCUSDT/spot' } }, 'legA.apiId noAccount'],
    ['an account elsewhere', { legB: { apiId: 1, instrumentId: 'borealis/BTCUSDT/spot' } }, 'legB.apiId accountElsewhere'],
    ['a market that is gone', { legA: { apiId: 1, instrumentId: 'gone/X/spot' } }, 'legA.instrumentId unknownPair'],
    ['no market at all', { legA: { apiId: 1, instrumentId: 'nonsense' } }, 'legA.instrumentId unknownPair'],
    ['words for a number', { maxOrderAmount: 'much' }, 'maxOrderAmount decimal'],
    ['half a level', { impactLevel: 1.5 }, 'impactLevel integer'],
    ['too few', { impactLevel: 0 }, 'impactLevel minimum'],
    ['too many', { impactLevel: 21 }, 'impactLevel maximum'],
    ['a word that is none of the list', { impactMode: 'GUESS' }, 'impactMode choice'],
  ])('name the field and the rule for %s', (_what, over, broken) => {
    expect(rulesOf(Arbitrage, { ...good, ...over })).toEqual([broken]);
  });

  it('ask for a list of assets that is empty or missing', () => {
    const schema = { type: 'object', properties: { assets: assetsField({ title: 'x.assets' }) }, required: ['assets'] };
    expect([rulesOf(schema, {}), rulesOf(schema, { assets: [] })]).toEqual([['assets noAssets'], ['assets noAssets']]);
  });

  it('say which entry of a list is no number, and that there are too few', () => {
    const schema = { type: 'object', properties: { hours: { type: 'array', items: { type: 'number' }, minItems: 2 } } };
    expect([rulesOf(schema, { hours: [1, 'x'] }), rulesOf(schema, { hours: [1] })]).toEqual([['hours.1 decimal'], ['hours count']]);
  });

  it('look for the market beside a field, then further out, then for the first', () => {
    const value = { legA: { instrumentId: 'a' }, legB: { instrumentId: 'b' } };
    expect(marketBeside(schemaOf(Arbitrage), value, ['legB', 'apiId'])).toBe('b');
    expect(marketBeside(schemaOf(Arbitrage), value, ['baseOrderQty'])).toBe('a');
  });
});

describe('rates', () => {
  it.each([
    ['0.0005', '0.05'],
    ['0.5', '50'],
    ['-0.001', '-0.1'],
    ['0', '0'],
    ['0.12345678901234567890', '12.34567890123456789'],
  ])('%s is shown as %s %% and taken back exactly', (fraction, percent) => {
    expect(percentOf(fraction)).toBe(percent);
    expect(Number(fractionOf(percent))).toBe(Number(fraction));
  });

  it('stay what they are while they are no number', () => {
    expect([percentOf('much'), fractionOf(''), fractionOf('5.'), fractionOf('0.0')]).toEqual(['much', '', '0.05', '0']);
    expect(rateField({ title: 'x.rate', group: 'range' })['x-unit']).toBe('rate');
  });
});
