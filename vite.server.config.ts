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
      // The database runs in a thread of its own, which starts from its own file.
      input: { main: 'server/main.ts', 'pglite-worker': 'server/store/pglite-worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
