import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import { renewLostStyles } from './lost-styles.ts';

/** Thrown where a part was to be drawn whose code could not be loaded. What catches it and offers another try calls `forget` first. */
export class MissingCode extends Error {
  /** The next time the part is drawn its code is asked for again. */
  readonly forget: () => void;

  constructor(forget: () => void, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'MissingCode';
    this.forget = forget;
  }
}

/** A component whose code comes when it is first drawn. React's own `lazy` remembers a failure for ever; this one can be tried again. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const make = (): ComponentType<P> => {
    const made: ComponentType<P> = lazy(async () => {
      try {
        renewLostStyles(document);
        return { default: await load() };
      } catch (error) {
        // Only the first of those that share it: the next try may be under way already.
        throw new MissingCode(() => {
          if (current === made) current = make();
        }, error);
      }
    });
    return made;
  };
  let current = make();
  return function LazyPart(props: P) {
    // One and the same for as long as it is drawn.
    const [{ Part }] = useState(() => ({ Part: current }));
    return createElement(Part, props);
  };
}
