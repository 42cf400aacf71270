import type { IslandModule } from '../../../../core/contract/site.ts';

export interface SampleProps {
  /** With the place of the number as {count}. */
  readonly text: string;
}

/** Counts the markets that are open, once it has come into view. */
export const mount: IslandModule<SampleProps>['mount'] = (element, { text }, { get }) => {
  let isOpen = true;
  get<readonly unknown[]>('/client/base/symbols').then(
    (markets) => {
      if (isOpen) element.textContent = text.replace('{count}', String(markets.length));
    },
    // What stands there stays there.
    () => undefined,
  );
  return () => {
    isOpen = false;
  };
};
