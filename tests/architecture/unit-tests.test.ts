import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { importsOf, matchesGlob } from '../../scripts/import-rules/import-check.ts';
import { integrationTests } from '../kit/test-projects.ts';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';

/** What starts something when it is used, and what that is. */
const starters: Readonly<Record<string, string>> = {
  'node:child_process': 'a process',
  'node:worker_threads': 'a thread',
  'server/threads/start-thread.ts': 'a thread',
  'node:http': 'a server',
  'node:https': 'a server',
  'node:net': 'a server',
  fastify: 'a server',
  ws: 'a server',
  'server/app.ts': 'a server',
  'server/main.ts': 'a server',
  'server/store/open-store.ts': 'a database',
  pg: 'a database',
  '@electric-sql/pglite': 'a database',
  '@playwright/test': 'a browser',
};

/** Waited for and done: one asks git which files there are, the other makes the recordings once in a clone. */
const harmless = ['tests/architecture/reading/source-files.ts', 'scripts/recordings/made-folder.ts'];

/** What `file` starts itself or through what was written for tests; `read` gives the text of a file, null where there is none. */
function startedBy(file: string, read: (path: string) => string | null): readonly string[] {
  const seen = new Set([...harmless, file]);
  const started: string[] = [];
  for (const at of seen) {
    const source = harmless.includes(at) ? null : read(at);
    if (source === null) continue;
    for (const { specifier, isType } of importsOf(at, source)) {
      if (isType) continue;
      const target = specifier.startsWith('.') ? join(dirname(at), specifier) : specifier;
      const what = starters[target];
      if (what !== undefined) started.push(`${file} starts ${what}: ${at} imports ${target}`);
      else if (isTest(target)) seen.add(target);
    }
  }
  return started;
}

const isUnitTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !integrationTests.some((glob) => matchesGlob(glob, file));

describe('a unit test', () => {
  it('starts no server, process, thread, database or browser; one that does is named *.integration.test.ts or stands in tests/integration', () => {
    const files = sourceFiles();
    const sources = new Map(files.filter(isTest).map((file) => [file, readSource(file)]));
    const started = files.filter(isUnitTest).flatMap((file) => startedBy(file, (path) => sources.get(path) ?? null));
    expect(started).toEqual([]);
  });

  it.each([
    ['by itself', "import { spawn } from 'node:child_process';", 'a process: core/planted.test.ts imports node:child_process'],
    [
      'by the kit',
      "import { startTestServer } from '../tests/kit/servers/test-server.ts';",
      'a server: tests/kit/servers/test-server.ts imports server/app.ts',
    ],
    ['later', "await import('../server/store/open-store.ts');", 'a database: core/planted.test.ts imports server/store/open-store.ts'],
  ])('that starts something %s is found', (_, text, message) => {
    const file = 'core/planted.test.ts';
    const read = (path: string): string | null => (path === file ? text : isTest(path) ? readSource(path) : null);
    expect(startedBy(file, read)).toContain(`${file} starts ${message}`);
  });

  it('may name the types of what it never starts', () => {
    expect(startedBy('core/planted.test.ts', () => "import type { Worker } from 'node:worker_threads';")).toEqual([]);
  });
});
