import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { integrationTests } from './tests/kit/test-projects.ts';

const exclude = [...configDefaults.exclude, 'e2e/**', 'bench/**', 'dist/**', '.data/**'];

export default defineConfig({
  plugins: [react()],
  test: {
    // One more than the processors of a small machine: a third of what an integration test takes is waiting for its servers.
    maxWorkers: 3,
    // Files of a worker share the modules they import: half of the run's time was loading the same server again for each of them.
    isolate: false,
    // What a test puts in the place of something global goes with it.
    unstubGlobals: true,
    restoreMocks: true,
    unstubEnvs: true,
    setupFiles: ['tests/kit/property-seed.ts'],
    // On a machine shared with others an answer may come late: tried again. At the desk nothing is forgiven.
    retry: process.env.CI === 'true' ? 2 : 0,
    // No test is timed; these only end what hangs, on a machine that does much else.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['**/*.test.ts'], exclude: [...exclude, ...integrationTests] } },
      { extends: true, test: { name: 'unit-dom', environment: 'happy-dom', include: ['**/*.dom.test.tsx'], exclude } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integrationTests,
          exclude,
          globalSetup: ['tests/kit/start/built-server.ts'],
          setupFiles: ['tests/kit/start/built-code.ts'],
        },
      },
    ],
  },
});
