import type { PluginSource } from '../../core/kernel/index.ts';

/** Paths of the pages that plugins name. Their manifests are not checked yet: what is no page is left out, and its plugin is off soon. */
export const pagesOf = (plugins: readonly Pick<PluginSource, 'manifest'>[]): readonly string[] =>
  plugins.flatMap(({ manifest }) => {
    const routes = (manifest as { readonly contributes?: { readonly routes?: unknown } } | null)?.contributes?.routes;
    return Array.isArray(routes)
      ? routes.flatMap((route: { readonly path?: unknown } | null) => (typeof route?.path === 'string' ? [route.path] : []))
      : [];
  });
