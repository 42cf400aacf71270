import { defineConfig } from 'vite';

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
      // The database and strategies run in threads of their own, which start from their own files.
      input: {
        main: 'server/main.ts',
        'pglite-worker': 'server/store/pglite-worker.ts',
        'strategy-worker': 'server/strategy-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
