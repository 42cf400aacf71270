import { expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';

/** Names that a file gives to the others. */
const exported = /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm;

const namesBy = (pick: (file: string) => boolean): ReadonlyMap<string, readonly string[]> => {
  const files = new Map<string, string[]>();
  for (const file of sourceFiles().filter((one) => /\.tsx?$/.test(one) && !isTest(one) && pick(one)))
    for (const [, name = ''] of readSource(file).matchAll(exported)) files.set(name, [...(files.get(name) ?? []), file]);
  return files;
};

it('calls a desk only what is a trading desk', () => {
  const desks = [...namesBy(() => true)].filter(([name]) => /Desk/.test(name)).map(([name]) => name);
  expect(desks.sort()).toEqual(['EngineDesk', 'LiquidityDesk']);
});

it('gives no word of the domain a second meaning in another room; the engine has words of its own, in integers', () => {
  const domain = namesBy((file) => file.startsWith('core/domain/'));
  const others = namesBy((file) => !/^(core\/domain|server\/engine|tests|e2e|bench|scripts)\//.test(file));
  expect([...domain].filter(([name]) => others.has(name)).map(([name, files]) => [name, ...files, ...(others.get(name) ?? [])])).toEqual(
    [],
  );
  expect([...domain].filter(([, files]) => files.length > 1)).toEqual([]);
});
