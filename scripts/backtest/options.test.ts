import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Params as ShockGridParams } from '../../plugins/strategy-shock-grid/params.ts';
import { readCall, readListing, refuseUnknownFields, UsageError } from './options.ts';

const example = fileURLToPath(new URL('../../plugins/strategy-shock-grid/example.json', import.meta.url));
const call = ['shock-grid', '--data', '.', '--params', example, '--balance', 'USDT=1000'];

it.each([
  ['no folder', []],
  ['a folder that is not there', ['--data', '/nowhere/at/all']],
])('a backtest with %s says how to make recordings', (_, data) => {
  expect(() => readListing(['--list', ...data])).toThrow(UsageError);
  expect(() => readListing(['--list', ...data])).toThrow(/^--data must be .*`npm run recordings` makes \.data\/recordings/);
});

it.each([
  ['--walk-forward', ['--walk-forward', '3']],
  ['--random', ['--random', '5']],
  ['--objective', ['--objective', 'sharpe']],
])('%s without a sweep is refused, since it would do nothing', (option, args) => {
  expect(() => readCall([...call, ...args])).toThrow(new UsageError(`${option} needs --sweep, which says what is tried`));
  expect(readCall([...call, ...args, '--sweep', 'levels=10,20']).axes).toHaveLength(1);
});

it.each(['--look-ahead', '--steps'])('%s is of a single run, not of a sweep', (option) => {
  const args = option === '--steps' ? [option, 'steps.jsonl'] : [option];
  expect(() => readCall([...call, ...args, '--sweep', 'levels=10,20'])).toThrow(`${option} must be for a single run`);
  expect(readCall([...call, ...args]).strategy).toBe('shock-grid');
});

it('a fee for makers alone is one for takers too', () => {
  expect(readCall([...call, '--fee', '0.001']).job.fees).toEqual({ makerFee: '0.001', takerFee: '0.001' });
});

it.each([
  ['--leverage is for contracts', ['--leverage', '5']],
  ['--interval is the length of candles; --kind trades has none', ['--kind', 'trades', '--interval', '1m']],
  ['--optimistic is for candles', ['--kind', 'book', '--optimistic']],
  ['--language is of the page that --html writes', ['--language', 'zh-CN']],
])('refuses what the chosen data has no use for: %s', (sentence, args) => {
  expect(() => readCall([...call, ...args])).toThrow(UsageError);
  expect(() => readCall([...call, ...args])).toThrow(sentence);
});

it('names the fields that a sweep can try when it is asked for another, or for one twice', () => {
  const axesOf = (...texts: readonly string[]) => readCall([...call, ...texts.flatMap((text) => ['--sweep', text])]).axes;
  const refuse =
    (...texts: readonly string[]) =>
    () =>
      refuseUnknownFields(axesOf(...texts), ShockGridParams);
  expect(refuse('levels=10,20', 'orderQty=0.01')).not.toThrow();
  expect(refuse('colour=red')).toThrow(/^--sweep: the params have no field colour; there are apiId, instrumentId, .*levels/);
  expect(refuse('levels.deep=1')).toThrow(/no field levels\.deep/);
  expect(refuse('levels=10', 'levels=20')).toThrow('--sweep: levels stands twice');
});

it('tries yes and no where a switch is swept', () => {
  expect(readCall([...call, '--sweep', 'sellAtStop=true,false']).axes).toEqual([{ field: 'sellAtStop', values: [true, false] }]);
});
