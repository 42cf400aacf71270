import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serverBundle } from '../../kit/servers/server-bundle.ts';

it('makes the bundle of the servers of tests when it is not there, one for all who ask, and keeps it as long as no source changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bundles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [first, second] = await Promise.all([serverBundle(folder), serverBundle(folder)]);
  expect(second).toBe(first);
  expect(existsSync(first)).toBe(true);
  expect(await serverBundle(folder)).toBe(first);
  expect(readdirSync(folder)).toHaveLength(1);
});
