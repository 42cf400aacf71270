import type { PluginSource } from '../../core/kernel/index.ts';

/** Paths of the pages that plugins name, public ones too. Their manifests are not checked yet: what is no page is left out, and its plugin is off soon. */
export const pagesOf = (plugins: readonly Pick<PluginSource, 'manifest'>[]): readonly string[] =>
  plugins.flatMap(({ manifest }) => {
    const { routes, site } = (manifest as Manifest | null)?.contributes ?? {};
    return [routes, site].flatMap((pages) => (Array.isArray(pages) ? pages.flatMap(pathOf) : []));
  });

interface Manifest {
  readonly contributes?: { readonly routes?: unknown; readonly site?: unknown };
}

const pathOf = (page: { readonly path?: unknown } | null): readonly string[] => (typeof page?.path === 'string' ? [page.path] : []);
