import { expect, it } from 'vitest';
import { madeSet, namedFolder, recordedSets } from './recorded-sets.ts';

it('tests read what is made here first of all, and a folder that is named wrongly is an error instead of fewer tests', () => {
  expect(recordedSets[0]).toBe(madeSet);
  expect([namedFolder(undefined), namedFolder('')]).toEqual([null, null]);
  expect(namedFolder(madeSet.folder)).toBe(madeSet.folder);
  expect(() => namedFolder(`${madeSet.folder}/none`)).toThrow(/TESSERA_RECORDINGS: .*none is no folder/);
});
