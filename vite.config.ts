import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport, type ViteDevServer } from 'vite';
import { officeRouteTable } from './core/client/connection/office-route-table.ts';
import { type RouteTable, routeTable } from './core/client/connection/route-table.ts';
import { withSocialLinks } from './server/gateway/pages/social-links.ts';

/** Puts the values of route tables, the product's and those of plugins, in place of their modules: the schemas behind them are of no use in a browser. */
const routeTablePlugin: Plugin = {
  name: 'tessera:route-table',
  apply: 'build',
  async load(id) {
    const isPlugins = /\/plugins\/[^/]+\/routes\.ts$/.test(id);
    if (!isPlugins) {
      const table = Object.entries(tables).find(([file]) => id.endsWith(file))?.[1];
      return table === undefined ? null : { code: groupedTable(table), moduleType: 'js', moduleSideEffects: false };
    }
    const values = sentRoutes((await runnerImport<object>(id)).module);
    const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
    return { code: lines.join('\n'), moduleType: 'js', moduleSideEffects: false };
  },
};

/** The tables of the product, by their modules. */
const tables: Readonly<Record<string, object>> = {
  '/connection/route-table.ts': { routeTable },
  '/connection/office-route-table.ts': { officeRouteTable },
};

/** Routes, which are many and differ in their paths: what they share is written once. */
function groupedTable(module: object): string {
  const [[name, table]] = Object.entries(module) as [[string, RouteTable]];
  const groups = new Map<string, Record<string, string>>();
  for (const [route, { path, ...terms }] of Object.entries(table)) {
    const key = JSON.stringify(terms);
    groups.set(key, { ...groups.get(key), [route]: path });
  }
  const rows = [...groups].map(([terms, paths]) => `[${terms},${JSON.stringify(Object.entries(paths).flat().join(' '))}]`);
  return `export const ${name} = Object.fromEntries([${rows}].flatMap(([terms, paths]) => [...paths.matchAll(/(\\S+) (\\S+)/g)].map(([, name, path]) => [name, { ...terms, path }])));`;
}

const sentFields = new Set(['method', 'path', 'access', 'dated']);

/** Of what a plugin's `routes.ts` exports, the tables, without their schemas, and plain values. */
const sentRoutes = (module: object): object =>
  Object.fromEntries(
    Object.entries(module).flatMap(([name, value]: [string, unknown]) => {
      if (typeof value !== 'object' || value === null) return [[name, value]];
      const rows: [string, object][] = Object.entries(value);
      if (!rows.every(([, row]) => typeof row === 'object' && 'path' in row)) return [];
      const sent = rows.map(([key, row]) => [key, Object.fromEntries(Object.entries(row).filter(([field]) => sentFields.has(field)))]);
      return [[name, Object.fromEntries(sent)]];
    }),
  );

/** Fluent looks the names of its CSS variables up in one large object; written out, nobody has to load that object. */
export const fluentVariablesPlugin: Plugin = {
  name: 'tessera:fluent-variables',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]@fluentui[\\/]/.test(id) || !/import \{[^}]*\btokens\b[^}]*\} from/.test(code)) return null;
    return { code: code.replace(/(?<![\w./])tokens\.(\w+)/g, '"var(--$1)"'), map: null };
  },
};

/** The server gives the `.br` beside a file to browsers that take it, and the `.gz` to those that do not: over plain HTTP browsers ask for no Brotli. */
const compressPlugin: Plugin = {
  name: 'tessera:compress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file));
    await Promise.all(
      files.map(async (name) => {
        const file = join(dir, name);
        const content = await readFile(file);
        await Promise.all([writeFile(`${file}.gz`, await packed.gz(content)), writeFile(`${file}.br`, await packed.br(content))]);
      }),
    );
  },
};
const packed = { gz: promisify(gzip), br: promisify(brotliCompress) };

/** The page asks for its letters before its style sheet has come, their licence goes with them, and the small mark is in the page itself. */
const headPlugin: Plugin = {
  name: 'tessera:head',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(new URL('node_modules/@fontsource-variable/inter/LICENSE', import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'licences/inter.txt', source });
  },
  transformIndexHtml(html, { bundle = {} }) {
    const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
    if (font === undefined) throw new Error('the build has no letters');
    const mark = readFileSync(new URL('app/public/mark.svg', import.meta.url), 'base64');
    const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
    return {
      html: html.replace('/mark.svg', `data:image/svg+xml;base64,${mark}`),
      tags: [{ tag: 'link', attrs, injectTo: 'head-prepend' }],
    };
  },
};

/**
 * Files that are imported when they are needed, and needed together: what plugins contribute, their panels, the shell with the
 * dashboard. One by one a browser would ask for some sixty of them before a first workspace stands; here the imports of a set are all of one
 * module, which has the files under their paths.
 */
const sets: Readonly<Record<string, RegExp>> = {
  shell: /^app\/(workbench\/workbench|pages\/dashboard-page)\.tsx$/,
  plugins: /^plugins\/[^/]+\/client\.tsx$/,
  panels: /^plugins\/(panel-[^/]+\/([\w-]+\/)?[\w-]+-panel|overlay-[^/]+\/(?!client)[\w-]+)\.tsx$/,
};
const setPrefix = '\0together:';

const togetherPlugin: Plugin = {
  name: 'tessera:together',
  apply: 'build',
  enforce: 'post',
  resolveId: (id) => (id.startsWith('virtual:together/') ? id.replace('virtual:together/', setPrefix) : null),
  load(id) {
    const files = id.startsWith(setPrefix) ? sets[id.slice(setPrefix.length)] : undefined;
    if (files === undefined) return null;
    const found = ['app', 'plugins'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file).replaceAll('\\', '/')),
    );
    return found
      .filter((file) => files.test(file))
      .map((file) => `export * as ${JSON.stringify(file)} from ${JSON.stringify(join(here, file))};`)
      .join('\n');
  },
  async transform(code, id) {
    if (!/\bimport\(/.test(code) || id.includes('node_modules')) return null;
    let changed = code;
    for (const [written, , path = ''] of code.matchAll(/\bimport\((['"`])(\.[^'"`]+\.tsx)\1\)/g)) {
      const file = relative(here, (await this.resolve(path, id))?.id ?? '').replaceAll('\\', '/');
      const name = Object.keys(sets).find((one) => sets[one]?.test(file));
      if (name !== undefined)
        changed = changed.replaceAll(written, `import("virtual:together/${name}").then((files) => files[${JSON.stringify(file)}])`);
    }
    return changed === code ? null : { code: changed, map: null };
  },
};
const here = import.meta.dirname;

/**
 * A chunk in which several imports end is reached through a file of its own for each of them, which only names the chunk's exports anew:
 * whoever imports such a file takes the chunk itself and names them there.
 */
const facadePlugin: Plugin = {
  name: 'tessera:facades',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    for (const { fileName, code, isEntry } of chunks) {
      const [, names, file] = /^export\{([^}]*)\}from"\.\/([^"]+)";\s*$/.exec(code) ?? [];
      if (isEntry || names === undefined) continue;
      const picked = names.split(',').map((name) => {
        const [inner, outer = inner] = name.split(/ as ?/);
        return `${outer}:f.${inner}`;
      });
      const facade = fileName.slice('assets/'.length);
      for (const chunk of chunks)
        chunk.code = chunk.code
          .replaceAll(`import(\`./${facade}\`)`, `import(\`./${file}\`).then(f=>({${picked.join(',')}}))`)
          .replaceAll(fileName, `assets/${file}`);
      delete bundle[fileName];
    }
  },
};

/** While developing the public pages are drawn with every request. */
const sitePlugin: Plugin = {
  name: 'tessera:site',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      drawn(server, new URL(request.url ?? '/', 'http://localhost')).then((html) => {
        if (html === null) next();
        else response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
      }, next);
    });
  },
};

/** The public page at an address; null: there is none. */
async function drawn(server: ViteDevServer, { pathname, searchParams }: URL): Promise<string | null> {
  const [, prefix, rest] = /^\/(zh-CN|zh-TW)(\/.*)$/.exec(pathname) ?? [];
  const language = (prefix ?? 'en') as 'en' | 'zh-CN' | 'zh-TW';
  const path = ['/', '/index', '/index.html'].includes(pathname) ? '/home' : (rest ?? pathname);
  if (/[.@]/.test(path)) return null;
  const { openSite } = (await server.ssrLoadModule('/site/render.tsx')) as typeof import('./app/site/render.tsx');
  const site = await openSite();
  const draw = (styles: readonly string[]): string | null => {
    const assets = { scripts: ['/@vite/client', '/site/main.ts'], styles, mark: '/mark.svg' };
    const page =
      path === '/error'
        ? site.error(searchParams.get('error') === '403' ? '403' : '404', language, assets)
        : site.page(path, language, assets);
    return page === null ? null : withSocialLinks(page, []);
  };
  // Which styles there are is known once all has been loaded.
  return draw(
    [...server.environments.ssr.moduleGraph.idToModuleMap.keys()].filter((id) => id.endsWith('.css')).map((id) => `/@fs${id}?direct`),
  );
}

const server = process.env.TESSERA_DEV_SERVER ?? 'http://127.0.0.1:8080';
// `app/packages` has the same path as the files of packages, and is the page's own code.
const packageFiles = '^/packages/(?!.*\\.tsx?(\\?|$))';
const proxy = { '/sapi': { target: server }, [packageFiles]: { target: server }, '/wssapi': { target: server, ws: true } };

/**
 * A chunk of these files and of all that they import and no earlier chunk has: some hundred small files would be asked for one by one.
 * Panels, pages and plugins stay chunks of their own.
 */
const chunk = (name: string, files: string) => ({ name, test: new RegExp(`/(${files})`) });
const packages = (name: string, folders: string) => chunk(name, `node_modules/(${folders})/`);

export default defineConfig({
  root: 'app',
  plugins: [react(), sitePlugin, routeTablePlugin, fluentVariablesPlugin, headPlugin, togetherPlugin, facadePlugin, compressPlugin],
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
            packages('klinecharts', 'klinecharts'),
            // Before anybody has signed in, and what the page for it shares with the workspace: its own parts are no part of that.
            chunk(
              'public',
              `app/(app|i18n/joined-texts|shell/header/(mark|navigation))\\.tsx?|core/(client/(connection/(api-client|session-storage)|settings/(appearance|platform|system-theme|language)|timers)|contract/app-error|ui/(icon|select/select))\\.tsx?|node_modules/(react|react-dom|scheduler|mobx|mobx-react-lite)/`,
            ),
            { name: 'shell', test: /together:shell/ },
            { name: 'plugins', test: /together:plugins/ },
            { name: 'panels', test: /together:panels/ },
            chunk('menus', 'app/shell/menus/menus\\.tsx'),
            chunk(
              'login',
              'app/pages/(login-page|sign-in|passkey-entry|public-frame|public-field|use-sign-in-work)\\.tsx?|core/ui/passkey/',
            ),
          ],
        },
      },
    },
  },
});
