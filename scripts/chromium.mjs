/** Finds a Chromium for the browser tests, or gets one; plain Node. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root, run } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Path of an installed Chromium: TESSERA_CHROMIUM, one on the PATH, or Playwright's own; null when there is none. */
export function findChromium() {
  const named = process.env.TESSERA_CHROMIUM;
  if (named && existsSync(named)) return named;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder && existsSync(path)) return path;
    }
  }
  const own = createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** An installed Chromium, else Playwright's own, else the system's package; null (after saying what to do) when none can be had. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium found; asking Playwright for one …');
  run(process.execPath, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium']);
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing the system’s Chromium …');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { DEBIAN_FRONTEND: 'noninteractive' });
    const installed = findChromium();
    if (installed) return installed;
  }
  console.error('The browser tests need Chromium. Install it with "sudo apt-get install chromium", or set TESSERA_CHROMIUM to its path.');
  return null;
}
