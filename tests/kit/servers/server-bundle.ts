import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { digestOf, root } from '../../../scripts/kit/prepare.mjs';

/** Whatever may be in a bundle, and how it is made. */
const sources = [
  'core',
  'plugins',
  'schemas',
  'server',
  'tests/kit',
  'vite.kit.config.ts',
  'vite.server.config.ts',
  'package-lock.json',
  'tsconfig.json',
];
const oldMs = 24 * 3_600_000;

/**
 * Path of `serve.ts`, built as the product is: a server from source spends two fifths of its start on loading a thousand files. Made once for each state
 * of the sources, in a second; servers of earlier states may still be loading parts of theirs.
 */
export async function serverBundle(bundles = join(root, 'dist', 'kit')): Promise<string> {
  const bundle = join(bundles, digestOf(sources).slice(0, 16));
  if (!existsSync(bundle)) await build(bundles, bundle);
  return join(bundle, 'serve.js');
}

async function build(bundles: string, bundle: string): Promise<void> {
  mkdirSync(bundles, { recursive: true });
  for (const name of readdirSync(bundles)) {
    const path = join(bundles, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > oldMs) rmSync(path, { recursive: true, force: true });
  }
  const draft = mkdtempSync(join(bundles, 'draft-'));
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const call = [vite, 'build', '--config', 'vite.kit.config.ts', '--outDir', draft, '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, call, { cwd: root });
  try {
    renameSync(draft, bundle);
  } catch (error) {
    // Another test process was faster; its bundle is as good.
    if (!existsSync(bundle)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}
