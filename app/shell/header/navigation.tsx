import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const product = 'Tessera';

/** Every page names the window in the user's language. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? product : `${title} · ${product}`;
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
