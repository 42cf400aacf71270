/** The files that a package may have, and the type under which a browser gets each; null: it is not for browsers. */
const kinds: readonly (readonly [RegExp, string | null])[] = [
  [/^plugin\.json$/, null],
  [/^README\.md$/, null],
  [/^strategy\.js$/, null],
  [/^client\.js$/, 'text/javascript; charset=utf-8'],
  [/^client-[A-Za-z0-9_-]{1,60}\.js$/, 'text/javascript; charset=utf-8'],
  [/^client\.css$/, 'text/css; charset=utf-8'],
  [/^locales\/(en|zh-CN|zh-TW)\.json$/, 'application/json; charset=utf-8'],
];

export const neededFiles: readonly string[] = ['plugin.json', 'README.md', 'locales/en.json', 'locales/zh-CN.json', 'locales/zh-TW.json'];

/** True for a path that would lead out of the folder in which a package is laid out. */
export const leadsOut = (path: string): boolean =>
  /^([/\\]|[A-Za-z]:)/.test(path) || path.includes('\\') || path.split('/').some((part) => part === '..' || part === '.' || part === '');

export const isPackageFile = (path: string): boolean => kinds.some(([pattern]) => pattern.test(path));

export const mediaTypeOf = (path: string): string | null => kinds.find(([pattern]) => pattern.test(path))?.[1] ?? null;
