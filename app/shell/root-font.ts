/** The root font is the window's width divided by this. Public pages scale by it; the workspace uses pixels. */
const rootFontDivisor = 19.2;

/** Keeps the root font in step with the window's width. */
export function followWindowWidth(root: HTMLElement, target: Window): () => void {
  const apply = (): void => {
    root.style.fontSize = `${target.innerWidth / rootFontDivisor}px`;
  };
  apply();
  target.addEventListener('resize', apply);
  return () => target.removeEventListener('resize', apply);
}
