import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSource, root } from './source-files.ts';

it('names in docs/security.md no file that is not there', () => {
  const text = readSource('docs/security.md');
  const named = [...text.matchAll(/`([a-z0-9-]+\/[A-Za-z0-9./_-]+)`/g)].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\(([a-z/-]+\.md)\)/g)].map(([, path = '']) => `docs/${path}`);
  expect(named.length).toBeGreaterThan(40);
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
