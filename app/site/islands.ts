import type { IslandModule } from '../../core/contract/site.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { islandContext } from './island-context.ts';

const modules = import.meta.glob<IslandModule>(['../../plugins/*/islands/*.{ts,tsx}', '!../../plugins/*/islands/*.test.{ts,tsx}']);
const loaders: ReadonlyMap<string, () => Promise<IslandModule>> = new Map(
  Object.entries(modules).map(([path, load]) => {
    const [, plugin, name] = /\/plugins\/([^/]+)\/islands\/([^/]+)\.tsx?$/.exec(path) ?? [];
    return [`${plugin}/${name}`, load];
  }),
);

/** Loads and mounts each island of the page when it comes near; takes them back when the page is left, so that the browser may keep it. */
export function followIslands(page: Document, target: Window): void {
  const mounted = new Map<HTMLElement, Disposer>();
  const mount = async (element: HTMLElement): Promise<void> => {
    const module = await loaders.get(element.dataset.island ?? '')?.();
    if (module === undefined || mounted.has(element)) return;
    const props: unknown = JSON.parse(element.dataset.props ?? '{}');
    mounted.set(element, module.mount(element, props, islandContext(page.documentElement.lang)));
  };
  const watch = (): IntersectionObserver => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target: element } of entries) {
          if (!isIntersecting || !(element instanceof HTMLElement)) continue;
          observer.unobserve(element);
          // What stands there stays there when its code cannot be had.
          mount(element).catch((error: unknown) => console.warn(error));
        }
      },
      { rootMargin: '200px' },
    );
    for (const element of page.querySelectorAll('[data-island]')) observer.observe(element);
    return observer;
  };
  let observer = watch();
  target.addEventListener('pagehide', () => {
    observer.disconnect();
    for (const dispose of mounted.values()) void dispose();
    mounted.clear();
  });
  target.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) observer = watch();
  });
}
