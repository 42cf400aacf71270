import type { SiteContribution } from '../../schemas/manifest.ts';
import type { PluginManifest } from './manifest.ts';

/** The pages of the public site that a plugin brings. */
export const sitePagesOf = (manifest: PluginManifest): readonly SiteContribution[] => manifest.contributes?.site ?? [];

/** First words of paths under which the product itself answers guests, or draws pages of its own, whatever plugins there are. */
const ownWords: readonly string[] = [
  ...['index', 'login', 'error', 'dashboard', 'aidashboard', 'setup', 'popout', 'exkchart', 'exmutiplykchart', 'exdepth'],
  ...['sapi', 'wssapi', 'packages', 'frame', 'assets', 'licences', 'docs', 'healthz', 'metrics', 'site', 'zh-cn', 'zh-tw'],
];

/** What is wrong with the public pages beyond their shape; null: nothing. */
export function siteProblem(manifest: PluginManifest): string | null {
  const pages = sitePagesOf(manifest);
  if (pages.length === 0) return null;
  const twice = pages.find(({ id }, at) => pages.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) return `/contributes/site: "${twice.id}" stands there twice`;
  const own = pages.find(({ path }) => ownWords.includes(path.split('/')[1] ?? ''));
  if (own !== undefined) return `/contributes/site: the path "${own.path}" is the product's own`;
  const { roles, ...more } = manifest.access ?? {};
  if (roles === 'public' && Object.keys(more).length === 0) return null;
  return `/contributes/site: a plugin with public pages needs the access {"roles": "public"} and nothing beside it; what is for some people alone says so itself`;
}
