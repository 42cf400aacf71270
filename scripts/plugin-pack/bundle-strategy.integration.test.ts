import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BundleError } from './bundle-error.ts';
import { bundleStrategy } from './bundle-strategy.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tessera-pack-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A strategy's folder with these files; gives the path of its server half. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(root, 'plugins/strategy-sample');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, 'server.ts');
}

it('packs a strategy with a helper of any name', async () => {
  const entry = folderWith({
    'server.ts': "export { mean } from './strategy.ts';",
    'strategy.ts': "import { ema } from './ema.ts';\nexport const mean = ema;",
    'ema.ts': 'export const ema = (a: number, b: number): number => (a + b) / 2;',
  });
  expect(await bundleStrategy(entry, root)).toContain('(a + b) / 2');
});

it('says which file imports what it may not, and what it may', async () => {
  const entry = folderWith({
    'server.ts': "export { mean } from './strategy.ts';",
    'strategy.ts': "import { ema } from './ema.ts';\nexport const mean = ema;",
    'ema.ts': "import { readFileSync } from 'node:fs';\nexport const ema = () => readFileSync('/etc/passwd');",
  });
  await expect(bundleStrategy(entry, root)).rejects.toThrow(
    /plugins\/strategy-sample\/ema\.ts imports "node:fs": strategy may import core\/contract, core\/domain, params\. a strategy is pure/,
  );
});

describe('a strategy that does not load is refused with a sentence that names file and reason, and nothing of the tools', () => {
  const server = "export { mean } from './strategy.ts';";
  const strategy = "import { Params } from './params.ts';\nexport const mean = Params;";
  const params = 'export const Params = {};';

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a slip of the pen', { 'strategy.ts': 'export const mean = ;' }, /strategy\.ts:1:21: Unexpected token$/],
    [
      'a file that is not there',
      { 'strategy.ts': "export { mean } from './gone.ts';" },
      /strategy\.ts:1:\d+: Could not resolve '\.\/gone\.ts' in .*strategy\.ts$/,
    ],
    [
      'a name that nobody exports',
      { 'strategy.ts': "import { gone } from './params.ts';\nexport const mean = [gone];" },
      /strategy\.ts:1:\d+: "gone" is not exported by ".*params\.ts"\.$/,
    ],
    [
      'a forbidden package',
      { 'strategy.ts': "import all from 'lodash';\nexport const mean = all;" },
      /^plugins\/strategy-sample\/strategy\.ts imports "lodash": strategy may import [^\n]+$/,
    ],
    ['params that throw', { 'params.ts': "throw new Error('no luck');\nexport const Params = {};" }, /params\.ts does not load: no luck$/],
    ['params with a slip', { 'params.ts': 'export const Params = ;' }, /params\.ts does not load: \S+/],
  ])('%s', async (_, files, sentence) => {
    const entry = folderWith({ 'server.ts': server, 'strategy.ts': strategy, 'params.ts': params, ...files });
    const problem = await bundleStrategy(entry, root).then(
      () => 'it was packed',
      (error: unknown) => (error instanceof BundleError ? error.message : String(error)),
    );
    expect(problem).toMatch(sentence);
    expect(problem).toBe(stripVTControlCharacters(problem));
    expect(problem).not.toMatch(/\n|\bat .*:\d+:\d+|node_modules/);
  });
});
