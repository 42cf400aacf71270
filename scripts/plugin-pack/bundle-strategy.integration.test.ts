import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
