import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { routeTable } from './core/client/route-table.ts';

/** Puts the value of the route table in place of its module: the schemas behind it are of no use in a browser. */
const routeTablePlugin: Plugin = {
  name: 'tessera:route-table',
  apply: 'build',
  load(id) {
    if (!id.endsWith('/core/client/route-table.ts')) return null;
    return { code: `export const routeTable = ${JSON.stringify(routeTable)};`, moduleType: 'js', moduleSideEffects: false };
  },
};

const server = process.env.TESSERA_DEV_SERVER ?? 'http://127.0.0.1:8080';
const proxy = { '/sapi': { target: server }, '/wssapi': { target: server, ws: true } };

/** Leaf libraries only: a group also takes what its members import. */
const group = (name: string, packages: string) => ({ name, test: new RegExp(`node_modules[\\\\/](${packages})[\\\\/]`) });

export default defineConfig({
  root: 'app',
  plugins: [react(), routeTablePlugin],
  server: { host: '127.0.0.1', proxy, fs: { allow: ['..'] } },
  preview: { host: '127.0.0.1', proxy },
  build: {
    target: 'es2023',
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            group('react', 'react|react-dom|scheduler'),
            group('mobx', 'mobx|mobx-react-lite'),
            group('golden-layout', 'golden-layout'),
            group('klinecharts', 'klinecharts'),
          ],
        },
      },
    },
  },
});
