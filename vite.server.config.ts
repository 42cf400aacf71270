import { defineConfig } from 'vite';
import { threadSources } from './server/threads/thread-file.ts';

const threads = Object.fromEntries(Object.entries(threadSources).map(([name, path]) => [name, `server/${path}`]));

/** The server as plain Node modules in `dist/server`; packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      // Threads start from files of their own.
      input: { main: 'server/main.ts', ...threads },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
