import { expect, it } from 'vitest';
import { ownerName } from './owner-name.ts';

it('names account and exchange, and both once where they have one name', () => {
  expect([
    ownerName('Main', 'Aurora'),
    ownerName('Aurora', 'Aurora'),
    ownerName('aurora ', 'Aurora'),
    ownerName('Aurora 2', 'Aurora'),
  ]).toEqual(['Main · Aurora', 'Aurora', 'aurora ', 'Aurora 2 · Aurora']);
});
