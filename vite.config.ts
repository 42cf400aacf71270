import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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

/** Fluent looks the names of its CSS variables up in one large object; written out, nobody has to load that object. */
export const fluentVariablesPlugin: Plugin = {
  name: 'tessera:fluent-variables',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]@fluentui[\\/]/.test(id) || !/import \{[^}]*\btokens\b[^}]*\} from/.test(code)) return null;
    return { code: code.replace(/(?<![\w./])tokens\.(\w+)/g, '"var(--$1)"'), map: null };
  },
};

/** The server gives the `.gz` beside a file to browsers that take it. */
const gzipPlugin: Plugin = {
  name: 'tessera:gzip',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
      const file = join(dir, name);
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
    }
  },
};

/** The page asks for its letters before its style sheet has come, and their licence goes with them. */
const fontPlugin: Plugin = {
  name: 'tessera:font',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(new URL('node_modules/@fontsource-variable/inter/LICENSE', import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'licences/inter.txt', source });
  },
  transformIndexHtml(_, { bundle = {} }) {
    const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
    if (font === undefined) throw new Error('the build has no letters');
    return [
      {
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' },
        injectTo: 'head-prepend',
      },
    ];
  },
};

const server = process.env.TESSERA_DEV_SERVER ?? 'http://127.0.0.1:8080';
const proxy = { '/sapi': { target: server }, '/packages': { target: server }, '/wssapi': { target: server, ws: true } };

/**
 * A chunk of these files and of all that they import and no earlier chunk has: some hundred small files would be asked for one by one.
 * Panels, pages and plugins stay chunks of their own.
 */
const chunk = (name: string, files: string) => ({ name, test: new RegExp(`/(${files})`) });
const packages = (name: string, folders: string) => chunk(name, `node_modules/(${folders})/`);

export default defineConfig({
  root: 'app',
  plugins: [react(), routeTablePlugin, fluentVariablesPlugin, fontPlugin, gzipPlugin],
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
            packages('react', 'react|react-dom|scheduler'),
            packages('mobx', 'mobx|mobx-react-lite'),
            packages('golden-layout', 'golden-layout'),
            packages('klinecharts', 'klinecharts'),
            // Before anybody has signed in.
            chunk('public', 'app/(app|pages/(home|login|error)-page)\\.tsx'),
            chunk('shell', 'app/(workbench/workbench|pages/dashboard-page)\\.tsx'),
            chunk('ui', 'core/ui/index\\.ts'),
            packages('controls', '@fluentui/react-(checkbox|label|field)'),
            chunk('menus', 'app/shell/menus\\.tsx'),
          ],
        },
      },
    },
  },
});
