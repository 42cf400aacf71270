import { expect, it } from 'vitest';
import { accountTitle } from './account-title.ts';

it('names account and exchange, and both once where they have one name', () => {
  expect([
    accountTitle('Main', 'Aurora'),
    accountTitle('Aurora', 'Aurora'),
    accountTitle('aurora ', 'Aurora'),
    accountTitle('Aurora 2', 'Aurora'),
  ]).toEqual(['Main · Aurora', 'Aurora', 'aurora ', 'Aurora 2 · Aurora']);
});
