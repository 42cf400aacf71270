import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { commitOf } from './commit-of.ts';
import { DataFolderUse } from './data-folder-use.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

it('tells what journals, the database and all else take of the disk, and measures anew after five minutes', async () => {
  write('venues/tessera/journal/1.journal', 'x'.repeat(100_000));
  write('database/base/1', 'x'.repeat(200_000));
  write('master.key', 'x');
  const clock = new ManualClock(1_000);
  const use = new DataFolderUse(folder, clock);
  expect(use.last).toBeNull();
  await use.measure();
  const first = use.last;
  expect(first?.timeMs).toBe(1_000);
  expect(first?.parts.journals).toBeGreaterThanOrEqual(100_000);
  expect(first?.parts.database).toBeGreaterThanOrEqual(200_000);
  expect(first?.parts).toMatchObject({ files: 0, recordings: 0 });
  expect(first?.parts.others).toBeGreaterThan(0);
  write('files/service-inbox/cv', 'x'.repeat(50_000));
  await clock.advance(299_000);
  expect(use.last).toBe(first);
  await clock.advance(1_000);
  void use.last;
  await use.measure();
  expect(use.last?.parts.files).toBeGreaterThanOrEqual(50_000);
});

it('knows the commit of a repository however its branch is kept, and none of what is no repository', () => {
  const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
  expect(commitOf(folder)).toBeNull();
  write('.git/HEAD', 'ref: refs/heads/main\n');
  expect(commitOf(folder)).toBeNull();
  write('.git/packed-refs', `# pack-refs\n${first} refs/heads/main\n`);
  expect(commitOf(folder)).toBe(first);
  write('.git/refs/heads/main', `${second}\n`);
  expect(commitOf(folder)).toBe(second);
  write('.git/HEAD', `${first}\n`);
  expect(commitOf(folder)).toBe(first);
  write('.git/worktrees/other/HEAD', 'ref: refs/heads/main\n');
  write('.git/worktrees/other/commondir', '../..\n');
  write('other/.git', `gitdir: ${join(folder, '.git/worktrees/other')}\n`);
  expect(commitOf(join(folder, 'other'))).toBe(second);
});
