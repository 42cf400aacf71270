import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type ViteBuilder } from 'vite';
import { shareFile } from './app/site/share.ts';
import type { SiteIndex } from './core/contract/site.ts';
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
 * The public site, built after the client into its folder: the script of the islands, and every page drawn in every language, with its
 * style sheet in it. A build of its own, for the workspace's chunks hold more than a public page may load.
 */
async function buildSite(builder: ViteBuilder): Promise<void> {
  const { client: browser, ssr } = builder.environments;
  if (browser === undefined || ssr === undefined) throw new Error('the site is built for the browser and for drawing');
  const scripts = ((await builder.build(browser)) as Built).output;
  const drawn = ((await builder.build(ssr)) as Built).output;
  const assets = drawn.filter(({ type, fileName }) => type === 'asset' && fileName.startsWith('assets/')).map(({ fileName }) => fileName);
  const styles = assets.filter((file) => file.endsWith('.css'));
  for (const file of assets.filter((one) => !styles.includes(one))) write(file, readFileSync(join(drawing, file)));
  for (const { fileName } of scripts.filter(({ type }) => type === 'chunk')) zip(fileName);
  const { openSite } = (await import(pathToFileURL(join(drawing, 'render.js')).href)) as typeof import('./app/site/render.tsx');
  const font = assets.find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
  const script = readFileSync('app/public/first-look.js', 'utf8');
  const style = styles.map((file) => readFileSync(join(drawing, file), 'utf8')).join('\n');
  const { files, index, shared } = (await openSite()).render({
    scripts: scripts.flatMap(({ fileName, isEntry }) => (isEntry === true ? [`/${fileName}`] : [])),
    styles: [],
    inline: { script, style },
    mark: `data:image/svg+xml;base64,${readFileSync('app/public/mark.svg', 'base64')}`,
    ...(font === undefined ? {} : { font: `/${font}` }),
  });
  for (const [file, text] of files) write(file, text);
  const complete: SiteIndex = { ...index, inlineHashes: { script: hashOf(script), style: hashOf(style) } };
  write('site.json', JSON.stringify(complete));
  const letters = new Letters();
  for (const page of shared) write(shareFile(page), await sharePicture(page, letters));
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(client, file)), { recursive: true });
  writeFileSync(join(client, file), content);
}

/** As a policy names what stands between two tags. */
const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

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
