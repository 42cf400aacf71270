import { defineConfig } from '@playwright/test';
import { journeyLaunch } from './kit/chromium.ts';

/** Journeys through the page only; each starts its own server on a bare data folder. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // One more than the processors of a small machine: a journey waits for a third of its time.
  workers: 3,
  // On a machine shared with others a browser may be too late: tried again, and told by name as flaky. At the desk nothing is forgiven.
  retries: process.env.CI === 'true' ? 2 : 0,
  // No journey is timed; these only end what hangs.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    launchOptions: journeyLaunch(),
    viewport: { width: 1440, height: 900 },
    // What a click waits for and never comes is said while the rest of the test's time is left.
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    // A trace costs a third of a journey's time: `TESSERA_TRACE=1` when one is needed.
    trace: process.env.TESSERA_TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false } : 'off',
  },
});
