import { expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';

/** Who handles the kind of a market, and as what. Everybody else asks the clearing for what the kind means (`core/domain/clearing/kinds.ts`). */
const allowed: Readonly<Record<string, readonly RegExp[]>> = {
  'the words themselves': [/^core\/domain\/markets\/(instrument|perpetual-terms)\.ts$/],
  'the clearing': [/^core\/domain\/clearing\//],
  'the wire, field by field': [/^schemas\/wire\/instrument\.ts$/, /^(core\/client\/wire|server\/gateway\/views)\/instrument-view\.ts$/],
  'the engine: a command’s field, and the row of rules that it chooses': [
    /^server\/engine\/(setup|rules\/account-rules|codec\/(state-codec|command-fields|command-code\.gen|packed-records))\.ts$/,
    /^server\/trading\/venues\/venue-instruments\.ts$/,
  ],
  'the simulation: markets made of recordings, and the row that clears them': [
    /^core\/simulation\/(recordings\/(recording-folder|recorded-instrument)|clearing\/clearing-of)\.ts$/,
  ],
};

/** What a market is may be said anywhere; asking is another thing. */
const declared = /\b(contractKind|contract_kind): '[a-z]+'/g;
const named = /\b(contractKind|contract_kind|ContractKind)\b/;

const asks = (source: string): boolean => named.test(source.replaceAll(declared, ''));

it('nobody outside of the clearing asks for the kind of a market', () => {
  const rooms = Object.values(allowed).flat();
  const asking = sourceFiles().filter((file) => !isTest(file) && !rooms.some((room) => room.test(file)) && asks(readSource(file)));
  expect(asking).toEqual([]);
});

it('every room that may handle it still does', () => {
  const files = sourceFiles().filter((file) => !isTest(file) && named.test(readSource(file)));
  for (const room of Object.values(allowed).flat())
    expect(
      files.some((file) => room.test(file)),
      String(room),
    ).toBe(true);
});

it('a comparison is found, a declaration is not', () => {
  expect(asks("if (market.contractKind === 'spot') return;")).toBe(true);
  expect(asks('const { contractKind } = market;')).toBe(true);
  expect(asks("const market = { contractKind: 'spot', settlement: 'none' };")).toBe(false);
});
