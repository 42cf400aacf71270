import { afterEach, describe, expect, it, vi } from 'vitest';
import type { IslandContext } from '../../../core/contract/site.ts';
import { mount } from './composition.ts';

interface Seen {
  readonly step: string;
  readonly isIntersecting: boolean;
  readonly top: number;
}

/** The story in a browser of this kind; what it does when steps are seen. */
function story({ followsScroll = false, lessMotion = false }) {
  document.body.innerHTML =
    '<div><b data-panel="chart"></b><b data-panel="book"></b><p data-step="chart"></p><p data-step="book"></p></div>';
  const element = document.body.firstElementChild as HTMLElement;
  let tell: IntersectionObserverCallback | undefined;
  vi.stubGlobal('CSS', { supports: () => followsScroll });
  vi.stubGlobal('matchMedia', () => ({ matches: lessMotion }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        tell = callback;
      }
      observe(): void {}
      disconnect(): void {
        tell = undefined;
      }
    },
  );
  const dispose = mount(element, {}, {} as IslandContext);
  const see = (...seen: readonly Seen[]) =>
    tell?.(
      seen.map(({ step, isIntersecting, top }) => ({
        ...{ isIntersecting, boundingClientRect: { top }, target: element.querySelector(`[data-step="${step}"]`) },
      })) as unknown as IntersectionObserverEntry[],
      {} as IntersectionObserver,
    );
  const waiting = () => [...element.querySelectorAll<HTMLElement>('[data-waiting]')].map(({ dataset }) => dataset.panel);
  return { see, waiting, dispose };
}

afterEach(() => vi.unstubAllGlobals());

describe('the workspace that composes itself', () => {
  it('sets a panel when its step has come, and keeps it when the step has gone by', () => {
    const { see, waiting } = story({});
    see({ step: 'chart', isIntersecting: true, top: 300 }, { step: 'book', isIntersecting: false, top: 900 });
    expect(waiting()).toEqual(['book']);
    see({ step: 'chart', isIntersecting: false, top: -500 }, { step: 'book', isIntersecting: true, top: 300 });
    expect(waiting()).toEqual([]);
  });

  it.each([
    ['the styles do it', { followsScroll: true }],
    ['less motion is asked for', { lessMotion: true }],
  ])('leaves it complete where %s', (_, browser) => {
    const { see, waiting } = story(browser);
    see({ step: 'book', isIntersecting: false, top: 900 });
    expect(waiting()).toEqual([]);
  });
});
