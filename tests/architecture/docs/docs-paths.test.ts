import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSource, root } from '../reading/source-files.ts';

it.each([
  ['security', 40],
  ['architecture', 10],
  ['glossary', 40],
])('names in docs/%s.md no file that is not there', (name, least) => {
  const text = readSource(`docs/${name}.md`);
  const named = [...text.matchAll(/`([a-z0-9-]+\/[A-Za-z0-9./_-]+)`/g)].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\(([a-z/-]+\.md)\)/g)].map(([, path = '']) => `docs/${path}`);
  expect(named.length).toBeGreaterThan(least);
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('names in the glossary what its files export, and no word twice', () => {
  const rows = readSource('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| **'));
  const words = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/\*\*([^*]+)\*\*/g)].map(([, word]) => word));
  expect(new Set(words).size).toBe(words.length);
  const places = rows.flatMap((row) => [...row.matchAll(/`([a-z0-9-]+\/[^`]+)` `(\w+)`/g)]);
  expect(places.length).toBeGreaterThan(25);
  for (const [, file = '', name] of places)
    expect(readSource(file), `${name} of ${file}`).toMatch(new RegExp(`export (interface|type|class|const|function) ${name}\\b`));
});
