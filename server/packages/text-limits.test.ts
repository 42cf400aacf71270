import { expect, it } from 'vitest';
import { textsProblem } from './text-limits.ts';

const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}"x"${'}'.repeat(depth)}`);

it('takes texts and groups of texts', () => {
  expect(textsProblem({ title: 'Dip', form: { price: '价差', more: { deep: 'x' } } })).toBeNull();
});

it.each<[string, unknown, string]>([
  ['a list', [], 'must be texts'],
  ['texts nested 20,000 deep', nested(20_000), 'nested more than 6 deep'],
  ['a million texts', Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, 'x'])), 'more than 1000 texts'],
  ['a novel', { title: 'x'.repeat(3_000) }, 'more than 2000 letters: "title"'],
  ['a long key', { ['x'.repeat(200)]: 'x' }, 'a key of more than 120 letters'],
  ['a key of every object', JSON.parse('{"__proto__":{"title":"x"}}'), 'reserved key "__proto__"'],
  ['a constructor', { constructor: 'x' }, 'reserved key "constructor"'],
  ['a number', { title: 5 }, '"title", which is no text'],
  ['null', { title: null }, '"title", which is no text'],
  ['a text that asks for itself', { title: '$t(title)' }, '"$t(" in "title"'],
])('refuses %s', (_, texts, problem) => expect(textsProblem(texts)).toContain(problem));
