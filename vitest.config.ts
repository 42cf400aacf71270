import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';

const exclude = [...configDefaults.exclude, 'e2e/**', 'bench/**', 'dist/**', '.data/**'];

export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['**/*.test.ts'], exclude } },
      { extends: true, test: { name: 'dom', environment: 'happy-dom', include: ['**/*.dom.test.tsx'], exclude } },
    ],
  },
});
