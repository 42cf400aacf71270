/** Finds a Chromium for the browser tests, or gets one; plain Node. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root, run } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Path of an installed Chromium: TESSERA_CHROMIUM, one on the PATH, or Playwright's own; null when there is none that starts. */
export function findChromium() {
  const named = process.env.TESSERA_CHROMIUM;
  if (named && existsSync(named)) return named;
  const own = playwrightsOwn();
  return onPath(names) ?? (starts(own) ? own : null);
}

/** The headless shell, or null: the same engine without a browser around it, which takes two thirds of the processor. */
export const findHeadlessShell = () => onPath(['chromium-headless-shell']);

function onPath(programs) {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = programs.map((name) => join(folder, name)).find(starts);
    if (path) return path;
  }
  return null;
}

/** What is there may be a stub of the distribution, or lack libraries of the system. */
const starts = (path) => existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;

const playwrightsOwn = () => createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath();
const playwright = (...args) =>
  run(process.execPath, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), ...args], {
    // What its browser lacks of the system is found and told here; its own advice has another way.
    PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS: '1',
  });

/** An installed Chromium, else Playwright's own, else the system's package; null (after saying what to do) when none can be had. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium found; asking Playwright for one …');
  playwright('install', 'chromium');
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  const lacksLibraries = existsSync(playwrightsOwn());
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const installed = (lacksLibraries ? withLibraries() : null) ?? systemsOwn();
    if (installed) return installed;
  }
  const command = lacksLibraries ? 'sudo npx playwright install-deps chromium' : 'sudo apt-get install chromium';
  console.error(`The browser tests need Chromium. Install it with "${command}", or set TESSERA_CHROMIUM to its path.`);
  return null;
}

/** Playwright's Chromium lies there, but a bare system has not all that it is linked with. */
function withLibraries() {
  console.log('Installing what Playwright’s Chromium needs of the system …');
  playwright('install-deps', 'chromium');
  return findChromium();
}

function systemsOwn() {
  console.log('Installing the system’s Chromium …');
  run('apt-get', ['update', '-qq']);
  // Not every distribution has the shell.
  for (const name of ['chromium', 'chromium-headless-shell'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { DEBIAN_FRONTEND: 'noninteractive' });
  return findChromium();
}
