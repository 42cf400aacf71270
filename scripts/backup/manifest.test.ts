import { expect, it } from 'vitest';
import { isPlainPath, keyMarkOf, readManifest, requireSameTables } from './manifest.ts';

const whole = {
  ...{ format: 1, kind: 'whole', product: '1.0.0', migration: 3, timeMs: 5, keyMark: null, hasKey: false },
  ...{ venues: {}, tables: {}, files: [{ name: 'tables/a.gz', bytes: 1, sha256: 'x' }] },
};
const read = (changes: object) => readManifest(JSON.stringify({ ...whole, ...changes }), 'here');

it('is read as it was written, and says what it is not', () => {
  expect(read({})).toEqual(whole);
  expect(() => readManifest('torn {', 'here')).toThrow('here: is no JSON');
  expect(() => readManifest('null', 'here')).toThrow('here: is no manifest');
  expect(() => read({ format: 2 })).toThrow('here: has format 2, and format 1 is what can be read here');
  expect(() => read({ kind: 'half' })).toThrow('here: kind: must be "whole" or "later"');
  expect(() => read({ venues: undefined })).toThrow('here: venues: is missing');
  for (const migration of ['__proto__', -1, 0.5, null])
    expect(() => read({ migration })).toThrow('here: migration: must be a whole number from 0 on');
  expect(() => read({ hasKey: 'yes' })).toThrow('here: hasKey: must be true or false');
});

it('leads to no file outside of the backup', () => {
  expect(['a', 'tables/a b.gz', '..a/b..'].filter((name) => !isPlainPath(name))).toEqual([]);
  expect(['', '/etc/passwd', '../x', 'a/../../x', 'a//b', './a', 'a\\..\\b', 'a\0', 7].filter(isPlainPath)).toEqual([]);
  expect(() => read({ files: [{ name: '../x' }] })).toThrow('here: files: "../x" leads out of the backup');
});

it('names no exchange whose folder would be another one, and none that ends where no journal can', () => {
  const end = { first: 1, stored: 0, last: 5, timeMs: 5, stateHash: 'x', lastRecord: 7 };
  expect(read({ venues: { tessera: end, 'venue-2': { ...end, stored: undefined } } }).venues).toHaveProperty('venue-2');
  for (const name of ['../../home', '..', '.', '', 'a/b', '/etc', 'a\\b', '__proto__'])
    expect(() => read({ venues: { [name]: { ...end, last: 0 } } })).toThrow(`here: venues: ${JSON.stringify(name)} names no exchange`);
  for (const change of [{ first: '../1' }, { last: 0.5 }, { last: -1 }, { stored: '0' }, { last: undefined }])
    expect(() => read({ venues: { tessera: { ...end, ...change } } })).toThrow('here: venues: "tessera" has no');
  for (const venues of [[], null, 7, { tessera: null }]) expect(() => read({ venues })).toThrow('here: venues: ');
});

it('counts what each table has, and names each file', () => {
  for (const tables of [null, 7, { people: '3' }, { people: -1 }])
    expect(() => read({ tables })).toThrow('here: tables: must count the rows of each');
  for (const name of ['../people', '/people', 'a/b', '..', '__proto__'])
    expect(() => read({ tables: { [name]: 0 } })).toThrow(`here: tables: ${JSON.stringify(name)} names no table`);
  expect(() => read({ files: [null] })).toThrow('here: files: ');
});

it('has the tables that its backup makes, but for those whose rows are left', () => {
  const require = (tables: Readonly<Record<string, number>>) => () =>
    requireSameTables({ tables }, ['people', 'orders', 'process'], ['process']);
  expect(require({ people: 3, orders: 0 })).not.toThrow();
  expect(require({ people: 3, orders: 0, process: 1 })).not.toThrow();
  expect(require({ people: 3 })).toThrow('the table orders is among those of the backup, and its manifest lacks it');
  expect(require({ people: 3, orders: 0, spies: 0 })).toThrow('the table spies is not among those of the backup, and 0 rows were written');
});

it('tells a key from another one, and does not tell it', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(keyMarkOf(one)).toBe(keyMarkOf(Buffer.alloc(32, 1)));
  expect(keyMarkOf(one)).not.toBe(keyMarkOf(other));
  expect(keyMarkOf(one)).toMatch(/^[0-9a-f]{16}$/);
});
