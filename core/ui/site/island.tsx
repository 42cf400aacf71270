import { createContext, type ReactNode, useContext } from 'react';

/** The plugin whose page is drawn, and the names of its islands. */
export interface IslandOwner {
  readonly pluginId: string;
  readonly islands: readonly string[];
}

/** Set by whoever draws a page of the public site. */
export const IslandOwnerContext = createContext<IslandOwner | null>(null);

interface IslandProps {
  /** `order-book` stands for `islands/order-book.ts` of the plugin. */
  readonly of: string;
  /** Plain data for it; its texts too. */
  readonly props?: object;
  /** What stands there until the island moves, for good where no script runs. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A part of a public page that comes to life in the browser. */
export function Island({ of, props = {}, children, className }: IslandProps) {
  const owner = useContext(IslandOwnerContext);
  if (owner === null) throw new Error(`the island "${of}" stands on no page of the public site`);
  if (!owner.islands.includes(of)) throw new Error(`plugin "${owner.pluginId}" has no file islands/${of}.ts for the island "${of}"`);
  return (
    <div className={className} data-island={`${owner.pluginId}/${of}`} data-props={JSON.stringify(props)}>
      {children}
    </div>
  );
}
