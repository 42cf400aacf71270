import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fluentVariablesPlugin } from './vite.config.ts';

/** What the first script imports is asked for together with it, and not when it has been read. */
const importsInDocument: Plugin = {
  name: 'tessera:imports-in-document',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { chunk }) =>
      (chunk?.imports ?? []).map((file) => ({ tag: 'script', attrs: { type: 'module', crossorigin: true, src: `/frame/${file}` } })),
  },
};

/**
 * The styles go into the script: the frame of a package has no `<link>` element, since one can make the browser look up any host.
 * Browsers keep nothing of such a frame between visits and share nothing with the page: what only some packages use (Fluent's components,
 * menus, popovers) comes for those alone.
 */
const stylesInScript: Plugin = {
  name: 'tessera:styles-in-script',
  enforce: 'post',
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const styles = files.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [file] : []));
    const script = files.find((file) => file.type === 'chunk' && file.isEntry);
    if (script?.type !== 'chunk') throw new Error('the frame has no script');
    const text = JSON.stringify(styles.map(({ source }) => String(source)).join('\n'));
    script.code = `const sheet=new CSSStyleSheet();sheet.replaceSync(${text});document.adoptedStyleSheets.push(sheet);\n${script.code}`;
    for (const { fileName } of styles) delete bundle[fileName];
  },
  writeBundle({ dir = '' }) {
    const file = join(dir, 'frame.html');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\s*<link rel="stylesheet"[^>]*>/g, ''));
  },
};

const gzipScript: Plugin = {
  name: 'tessera:gzip-script',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => file.endsWith('.js'))) {
      writeFileSync(join(dir, `${name}.gz`), gzipSync(readFileSync(join(dir, name))));
    }
  },
};

/** The document in which the code of packages runs: `dist/client/frame`. It is built after the client, whose folder is emptied. */
export default defineConfig({
  root: 'app',
  base: '/frame/',
  publicDir: false,
  plugins: [react(), fluentVariablesPlugin, importsInDocument, stylesInScript, gzipScript],
  build: {
    target: 'es2023',
    outDir: '../dist/client/frame',
    emptyOutDir: true,
    assetsDir: '',
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { input: 'app/frame.html' },
  },
});
