import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { platformOn } from '../../../core/client/settings/platform.ts';

/** Every page names the window in the user's language, and whose platform it is. */
export function usePageTitle(title: string): void {
  const { firmName } = platformOn(document.documentElement);
  useWindowTitle(title === '' ? firmName : `${title} · ${firmName}`);
}

/** The title as it is, for windows of one market: behind its name the product's would read as an exchange. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Every navigation scrolls to the top. */
export function ScrollToTop() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what says that there was a navigation
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
