import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import config from '../../vite.config.ts';

/** Whether Vite sends a path on to the server while developing: a key that begins with `^` is a pattern, any other the beginning of a path. */
const goesToServer = (path: string): boolean =>
  Object.keys((config as { readonly server: { readonly proxy: object } }).server.proxy).some((key) =>
    key.startsWith('^') ? new RegExp(key).test(path) : path.startsWith(key),
  );

it('while developing the server gives calls and the files of packages, and Vite the code of the page', () => {
  for (const path of [
    '/sapi/user/login',
    '/wssapi/stream',
    '/packages/page-guest/1.0.0/client.js',
    '/packages/page-guest/1.0.0/client.css',
  ])
    expect(goesToServer(path), path).toBe(true);
  const sources = readdirSync(new URL('../../app/packages', import.meta.url)).filter((name) => /\.tsx?$/.test(name));
  expect(sources).not.toEqual([]);
  for (const name of sources) for (const query of ['', '?t=1']) expect(goesToServer(`/packages/${name}${query}`), name).toBe(false);
});
