import type { ThemeName } from '../../contract/theme.ts';
import type { Disposer } from '../../contract/token.ts';

/** The part of `window` that knows what the operating system asks for. */
type MediaSource = Pick<Window, 'matchMedia'>;

const moreContrast = '(prefers-contrast: more)';
const light = '(prefers-color-scheme: light)';

/** The theme for who follows the system: contrast first, for it is a need and not a taste. */
export function systemTheme(source: MediaSource): ThemeName {
  if (source.matchMedia(moreContrast).matches) return 'contrast';
  return source.matchMedia(light).matches ? 'light' : 'dark';
}

/** Tells each change of it. */
export function watchSystemTheme(source: MediaSource, listener: (theme: ThemeName) => void): Disposer {
  const queries = [moreContrast, light].map((query) => source.matchMedia(query));
  const tell = (): void => listener(systemTheme(source));
  for (const query of queries) query.addEventListener('change', tell);
  return () => {
    for (const query of queries) query.removeEventListener('change', tell);
  };
}
