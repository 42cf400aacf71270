import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerFile } from './worker-file.ts';

describe('the file of the strategy thread', () => {
  let build: string;
  beforeAll(() => {
    build = mkdtempSync(join(tmpdir(), 'tessera-build-'));
    mkdirSync(join(build, 'chunks'));
  });
  afterAll(() => rmSync(build, { recursive: true, force: true }));
  const from = (...path: string[]): string => workerFile(pathToFileURL(join(build, ...path)).href);

  it('is a loader when running from source', () => {
    expect(workerFile()).toMatch(/server\/strategy-worker-source\.mjs$/);
    expect(existsSync(workerFile())).toBe(true);
  });

  it('stands beside the main file of a build, also for a chunk, and a build without it says so', () => {
    expect(() => from('main.js')).toThrow('strategy-worker.js');
    writeFileSync(join(build, 'strategy-worker.js'), '');
    expect(from('main.js')).toBe(join(build, 'strategy-worker.js'));
    expect(from('chunks', 'server-a.js')).toBe(join(build, 'strategy-worker.js'));
  });
});
