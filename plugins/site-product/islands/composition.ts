import type { IslandModule } from '../../../core/contract/site.ts';

/** Whoever reads this far down the window has come to the step. */
const readAt = '0px 0px -40% 0px';

/**
 * Sets each panel of the workspace once its step has come, where the browser cannot do that by its styles (`composition.module.css`). Who
 * asks for less motion sees all of them at once.
 */
export const mount: IslandModule['mount'] = (element) => {
  if (CSS.supports('animation-timeline: view()') || matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
  const panelOf = (step: HTMLElement) => element.querySelector<HTMLElement>(`[data-panel="${step.dataset.step}"]`);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, boundingClientRect, target } of entries)
        panelOf(target as HTMLElement)?.toggleAttribute('data-waiting', !isIntersecting && boundingClientRect.top > 0);
    },
    { rootMargin: readAt },
  );
  for (const step of element.querySelectorAll<HTMLElement>('[data-step]')) observer.observe(step);
  return () => observer.disconnect();
};
