import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../architecture/reading/source-files.ts';

/** What the README of a strategy gives to try, as typed. */
const tries = readdirSync(join(root, 'plugins'))
  .filter((name) => name.startsWith('strategy-') && existsSync(join(root, 'plugins', name, 'README.md')))
  .map((name) => {
    const [, commands = ''] = /^```bash\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'plugins', name, 'README.md'), 'utf8')) ?? [];
    return { name, commands };
  });

it.each(tries)('what the README of $name gives to try trades', { timeout: 180_000 }, ({ commands }) => {
  const shown = execFileSync('sh', ['-ec', commands], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(shown).toContain('recordings: made');
  expect(shown).toMatch(/^fills +[1-9]/m);
});
