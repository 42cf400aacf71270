import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ensureChromium, findChromium, findHeadlessShell } from './chromium.mjs';
import { root } from './prepare.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tessera-chromium-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A program of this name in a folder of its own; gives the folder. */
function program(name: string, at: string, script: string): string {
  const place = join(folder, at);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(place, name), 0o755);
  return place;
}

it('passes over a browser that does not start, such as a stub for a package that is not installed, or one without its libraries', () => {
  vi.stubEnv('TESSERA_CHROMIUM', '');
  const stub = program('chromium-browser', 'stub', 'echo "requires the chromium snap to be installed" >&2; exit 1');
  const torn = program('chromium', 'torn', 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127');
  const whole = program('google-chrome', 'whole', 'echo "Google Chrome 140.0"');
  vi.stubEnv('PATH', `${stub}:${torn}:${whole}:/bin`);
  expect(findChromium()).toBe(join(whole, 'google-chrome'));
});

it('takes the one that is named, whatever else there is', () => {
  const named = join(program('mine', 'named', 'exit 0'), 'mine');
  vi.stubEnv('TESSERA_CHROMIUM', named);
  expect(findChromium()).toBe(named);
});

it('finds the headless shell beside it, and none that does not start', () => {
  const torn = program('chromium-headless-shell', 'torn-shell', 'exit 127');
  const whole = program('chromium-headless-shell', 'whole-shell', 'exit 0');
  vi.stubEnv('PATH', torn);
  expect(findHeadlessShell()).toBeNull();
  vi.stubEnv('PATH', `${torn}:${whole}`);
  expect(findHeadlessShell()).toBe(join(whole, 'chromium-headless-shell'));
});

describe('without any browser, and with nobody to download Playwright’s from', () => {
  /** A system whose package manager makes a browser; gives the folder where that would be. */
  function bareSystem(at: string): string {
    const place = program(
      'apt-get',
      at,
      `[ "$1" = install ] || exit 0\ncp ${join(program('made', 'made', 'exit 0'), 'made')} ${join(folder, at)}/chromium`,
    );
    vi.stubEnv('TESSERA_CHROMIUM', '');
    vi.stubEnv('PATH', `${place}:${plainTools()}`);
    vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(folder, 'no-browsers'));
    vi.stubEnv('PLAYWRIGHT_DOWNLOAD_HOST', 'http://127.0.0.1:1');
    return place;
  }
  /** What the package manager of this story needs, and no browser. */
  const plainTools = (): string => program('cp', 'tools', 'exec /bin/cp "$@"');

  it('root gets the system’s package', () => {
    const place = bareSystem('root');
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    expect(ensureChromium()).toBe(join(place, 'chromium'));
  }, 120_000);

  it('anybody else is told exactly what to do', () => {
    bareSystem('other');
    vi.spyOn(process, 'getuid').mockReturnValue(1_000);
    const said = vi.spyOn(console, 'error').mockReturnValue();
    expect(ensureChromium()).toBeNull();
    expect(said).toHaveBeenCalledWith(expect.stringContaining('"sudo apt-get install chromium", or set TESSERA_CHROMIUM'));
  }, 120_000);
});

describe.each([
  ['npm run shots', ['--import', 'tsx', 'scripts/shots.ts', '--quick']],
  ['npm run bench candles', ['scripts/bench.mjs', 'candles']],
  ['npm run bench load', ['scripts/bench.mjs', 'load']],
])('%s', (_, command) => {
  const ends = (environment: Readonly<Record<string, string>>) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...environment },
      timeout: 110_000,
    });
    return { status, text: stdout + stderr };
  };
  const adviceOfPlaywright = /╔|npx playwright install(?!-deps)|^ +at /m;

  it('says what a browser that does not start said', () => {
    const torn = join(
      program('torn-chromium', 'named-torn', 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127'),
      'torn-chromium',
    );
    const { status, text } = ends({ TESSERA_CHROMIUM: torn });
    expect(status).toBe(1);
    expect(text).toContain(
      `${torn} does not start; TESSERA_CHROMIUM may name another Chromium.\n  error while loading shared libraries: libnss3.so`,
    );
    expect(text).not.toMatch(adviceOfPlaywright);
  }, 120_000);

  it('looks for a browser as the tests do, and says how to get one', () => {
    const nothing = program('apt-get', 'no-packages', 'exit 100');
    const { status, text } = ends({
      TESSERA_CHROMIUM: '',
      PATH: nothing,
      PLAYWRIGHT_BROWSERS_PATH: join(folder, 'no-browsers'),
      PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:1',
    });
    expect(status).toBe(1);
    expect(text).toContain('"sudo apt-get install chromium", or set TESSERA_CHROMIUM');
    expect(text).not.toMatch(/╔|npx playwright install(?!-deps)/);
  }, 120_000);
});
