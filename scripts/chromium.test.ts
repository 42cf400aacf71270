import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { findChromium } from './chromium.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tessera-chromium-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
