/**
 * First parts of paths that are the product's own, in lower case as the browser's routes compare them. A test holds them against the
 * pages of the build.
 */
export const takenPaths: readonly string[] = [
  ...['home', 'index', 'product', 'service', 'about-us', 'about-career', 'contact-us', 'login', 'set-up', 'register', 'error', 'invite'],
  ...['finance', 'risk', 'assets-overview', 'reset-password'],
  ...[
    'start',
    'dashboard',
    'aidashboard',
    'user',
    'data',
    'setup',
    'summary',
    'spread',
    'exkchart',
    'exmutiplykchart',
    'exdepth',
    'popout',
  ],
  ...['admin', 'apikeys', 'settings', 'help', 'legal'],
  ...['sapi', 'wssapi', 'packages', 'frame', 'assets', 'licences', 'docs', 'healthz', 'metrics'],
];

/** What is wrong with the path of a package's page, as the end of a sentence; null: nothing. */
export function pathProblem(path: string): string | null {
  if (!/^\/[a-z0-9][a-z0-9-]*(\/:?[A-Za-z0-9_-]+)*$/.test(path))
    return `has the path "${path}", which must begin with a word in lower case`;
  const [, first = ''] = path.split('/');
  return takenPaths.includes(first) ? `has the path "${path}", which belongs to the product` : null;
}
