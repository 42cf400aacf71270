import { expect, it } from 'vitest';
import { capabilities, heaviestFirst } from './capability.ts';

it('tells of every capability, of those that act first', () => {
  expect([...heaviestFirst(capabilities)].sort()).toEqual([...capabilities].sort());
  expect(heaviestFirst(['markets.read', 'orders.read', 'orders.place'])).toEqual(['orders.place', 'orders.read', 'markets.read']);
});
