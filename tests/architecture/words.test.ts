import { expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';

/** A type that a file gives to the others. */
interface GivenType {
  readonly file: string;
  /** What stands after its name, to the end of the line. */
  readonly rest: string;
}
type TypesByName = ReadonlyMap<string, readonly GivenType[]>;

const exported = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)(.*)/gm;

function typesIn(sources: ReadonlyArray<readonly [file: string, source: string]>): TypesByName {
  const types = new Map<string, GivenType[]>();
  for (const [file, source] of sources)
    for (const [, name = '', rest = ''] of source.matchAll(exported)) types.set(name, [...(types.get(name) ?? []), { file, rest }]);
  return types;
}

/** Those of the product; a template is no part of it, but the model of folders that are. */
const product = (): TypesByName =>
  typesIn(
    sourceFiles()
      .filter((file) => !isTest(file) && !file.startsWith('plugins/_templates/'))
      .map((file) => [file, readSource(file)]),
  );

/** What every folder of a plugin may call its own; nobody else finds it there. */
const ownWords: ReadonlySet<string> = new Set(['Params', 'Services', 'State']);

/** Names that may stand twice: [the record](../../docs/decisions/one-name-one-thing.md). */
const permitted: Readonly<Record<string, (name: string, types: readonly GivenType[]) => boolean>> = {
  'the same thing at the client’s door: as the wire has it, and in the words of the house': (name, types) => {
    const [house, wire, ...others] = types.map(({ file }) => file).sort();
    const turned = new RegExp(`^ = (HouseOf|AskedOf)<(\\w+\\.)?${name}\\b`);
    const isPair = house?.startsWith('core/contract/') === true && wire?.startsWith('schemas/wire/') === true && others.length === 0;
    return isPair && types.some(({ file, rest }) => file === house && turned.test(rest));
  },
  'a word of its own of each plugin': (name, types) => {
    const folders = types.map(({ file }) => /^plugins\/[^/]+\//.exec(file)?.[0]);
    return ownWords.has(name) && !folders.includes(undefined) && new Set(folders).size === folders.length;
  },
};

const doubled = (types: TypesByName): ReadonlyArray<readonly string[]> =>
  [...types]
    .filter(([name, all]) => all.length > 1 && !Object.values(permitted).some((permits) => permits(name, all)))
    .map(([name, all]) => [name, ...all.map(({ file }) => file)]);

it('calls a desk only what is a trading desk', () => {
  const desks = [...product().keys()].filter((name) => /Desk/.test(name));
  expect(desks.sort()).toEqual(['EngineDesk', 'LiquidityDesk']);
});

it('gives the name of an exported type to nothing else', () => {
  expect(doubled(product())).toEqual([]);
});

it('every permitted kind of doubled name still needs to be one', () => {
  const twice = [...product()].filter(([, all]) => all.length > 1);
  for (const [kind, permits] of Object.entries(permitted)) expect(twice.filter((one) => permits(...one)).length, kind).toBeGreaterThan(0);
  for (const word of ownWords) expect(twice.map(([name]) => name)).toContain(word);
});

it.each<[string, ...(readonly [file: string, source: string])[]]>([
  ['two things under one name', ['server/a.ts', 'export class Ledger {'], ['server/b.ts', 'export interface Ledger {']],
  [
    'one thing declared twice by hand',
    ['core/contract/a.ts', 'export type A = B;'],
    ['schemas/wire/a.ts', 'export type A = Static<typeof A>;'],
  ],
  [
    'a plugin’s own word in two files of it',
    ['plugins/x/a.ts', 'export interface State {'],
    ['plugins/x/b.ts', 'export interface State {'],
  ],
  ['a plugin’s own word outside of plugins', ['plugins/x/a.ts', 'export type Services = A;'], ['core/a.ts', 'export type Services = B;']],
  [
    'a third beside the wire’s and the house’s',
    ['core/contract/a.ts', 'export type A = HouseOf<wire.A>;'],
    ['schemas/wire/a.ts', 'export type A = Static<typeof A>;'],
    ['server/a.ts', 'export interface A {'],
  ],
])('refuses %s', (_, ...sources) => {
  expect(doubled(typesIn(sources))).toHaveLength(1);
});
