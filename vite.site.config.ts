import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type ViteBuilder } from 'vite';
import { shareFile } from './app/site/share.ts';
import { Letters } from './scripts/share-pictures/letters.ts';
import { sharePicture } from './scripts/share-pictures/share-picture.ts';

/** What a build of Vite gives, as far as it is read here. */
interface Built {
  readonly output: readonly { readonly type: 'asset' | 'chunk'; readonly fileName: string; readonly isEntry?: boolean }[];
}

const client = 'dist/client';
/** The program that draws the pages; nobody serves it. */
const drawing = 'dist/site';

/**
 * The public site, built after the client into its folder: the script of the islands, one style sheet, and every page drawn in every
 * language. A build of its own, for the workspace's chunks hold more than a public page may load.
 */
async function buildSite(builder: ViteBuilder): Promise<void> {
  const { client: browser, ssr } = builder.environments;
  if (browser === undefined || ssr === undefined) throw new Error('the site is built for the browser and for drawing');
  const scripts = ((await builder.build(browser)) as Built).output;
  const drawn = ((await builder.build(ssr)) as Built).output;
  const assets = drawn.filter(({ type, fileName }) => type === 'asset' && fileName.startsWith('assets/')).map(({ fileName }) => fileName);
  for (const file of assets) write(file, readFileSync(join(drawing, file)));
  for (const { fileName } of scripts.filter(({ type }) => type === 'chunk')) zip(fileName);
  const styles = assets.filter((file) => file.endsWith('.css'));
  for (const file of styles) zip(file);
  const { openSite } = (await import(pathToFileURL(join(drawing, 'render.js')).href)) as typeof import('./app/site/render.tsx');
  const font = assets.find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
  const { files, index, shared } = (await openSite()).render({
    scripts: scripts.flatMap(({ fileName, isEntry }) => (isEntry === true ? [`/${fileName}`] : [])),
    styles: styles.map((file) => `/${file}`),
    mark: `data:image/svg+xml;base64,${readFileSync('app/public/mark.svg', 'base64')}`,
    ...(font === undefined ? {} : { font: `/${font}` }),
  });
  for (const [file, text] of files) write(file, text);
  write('site.json', JSON.stringify(index));
  const letters = new Letters();
  for (const page of shared) write(shareFile(page), await sharePicture(page, letters));
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(client, file)), { recursive: true });
  writeFileSync(join(client, file), content);
}

/** The server gives the `.gz` beside a file to browsers that take it. */
const zip = (file: string): void => write(`${file}.gz`, gzipSync(readFileSync(join(client, file))));

export default defineConfig({
  root: 'app',
  publicDir: false,
  plugins: [react()],
  build: { target: 'es2023', cssCodeSplit: false },
  environments: {
    client: {
      // The styles of islands are in the style sheet that the other build makes: it sees them too.
      build: { outDir: `../${client}`, emptyOutDir: false, emitAssets: false, rolldownOptions: { input: 'app/site/main.ts' } },
    },
    ssr: {
      build: {
        ssr: true,
        outDir: `../${drawing}`,
        emptyOutDir: true,
        emitAssets: true,
        rolldownOptions: { input: 'app/site/render.tsx', output: { entryFileNames: '[name].js' } },
      },
    },
  },
  builder: { buildApp: buildSite },
});
