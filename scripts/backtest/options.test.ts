import { expect, it } from 'vitest';
import { readListing, UsageError } from './options.ts';

it.each([
  ['no folder', []],
  ['a folder that is not there', ['--data', '/nowhere/at/all']],
])('a backtest with %s says how to make recordings', (_, data) => {
  expect(() => readListing(['--list', ...data])).toThrow(UsageError);
  expect(() => readListing(['--list', ...data])).toThrow(/^--data must be .*`npm run recordings` makes \.data\/recordings/);
});
