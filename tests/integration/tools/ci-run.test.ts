import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ciRun = fileURLToPath(new URL('../../../.ci/run', import.meta.url));

/** A package whose tests say where they ran and with what, and end with the lines that they are told. */
const tests = `
const { readdirSync } = require('node:fs');
const { dirname } = require('node:path');
const recorded = process.argv.includes('--recorded');
console.log('ran ' + JSON.stringify({ beside: readdirSync(dirname(process.cwd())).filter((name) => name !== 'log'), recorded, recordings: process.env.TESSERA_RECORDINGS ?? null }));
console.log(recorded ? process.env.RECORDED_ENDS : process.env.ALL_ENDS);
`;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tessera-ci-'));
  const repository = join(parent, 'repository');
  mkdirSync(join(repository, '.ci'), { recursive: true });
  cpSync(ciRun, join(repository, '.ci', 'run'));
  writeFileSync(join(repository, 'tests.cjs'), tests);
  writeFileSync(join(repository, 'package.json'), JSON.stringify({ scripts: { test: 'node tests.cjs' } }));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=ci', '-c', 'user.email=ci@example.org', ...args], { cwd: repository });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'A package with tests');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function ci(ends: { readonly ALL_ENDS: string; readonly RECORDED_ENDS?: string }) {
  const { status, stdout } = spawnSync(join(parent, 'repository', '.ci', 'run'), {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, TESSERA_RECORDINGS: '/somewhere', ...ends },
  });
  const lines = stdout.trimEnd().split('\n');
  const runs = lines.filter((line) => line.startsWith('ran ')).map((line) => JSON.parse(line.slice(4)) as unknown);
  return { status, last: lines.at(-1), runs };
}

describe('the run of continuous integration', () => {
  it('tests a clone that has nothing beside it and knows of no recordings', () => {
    expect(ci({ ALL_ENDS: '7 passed, 0 failed' })).toEqual({
      ...{ status: 0, last: '7 passed, 0 failed' },
      runs: [{ beside: ['tessera'], recorded: false, recordings: null }],
    });
  });

  it('runs the tests that read recordings on those beside the repository, and counts both runs in its last line', () => {
    mkdirSync(join(parent, 'shared', 'data'), { recursive: true });
    expect(ci({ ALL_ENDS: '7 passed, 0 failed, 2 skipped', RECORDED_ENDS: '5 passed, 1 failed' })).toEqual({
      ...{ status: 1, last: '12 passed, 1 failed, 2 skipped' },
      runs: [
        { beside: ['tessera'], recorded: false, recordings: null },
        { beside: ['tessera'], recorded: true, recordings: join(parent, 'shared', 'data') },
      ],
    });
  });

  it('counts a run that dies without its last line as a failure', () => {
    expect(ci({ ALL_ENDS: 'out of memory' })).toMatchObject({ status: 1, last: '0 passed, 1 failed' });
  });
});
