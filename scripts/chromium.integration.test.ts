import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ensureChromium, findChromium } from './chromium.mjs';

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
