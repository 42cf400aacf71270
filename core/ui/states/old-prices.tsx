import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import styles from './old-prices.module.css';

/** For how long the oldest prices of some exchanges have not been known to hold, such as `4 s old`; null while all do. To be called in an observer. */
export function usePriceAge(...exchanges: readonly string[]): string | null {
  const { prices } = useServices();
  const t = useText('ui');
  const seconds = Math.max(-1, ...exchanges.map((exchange) => prices.ofExchange(exchange) ?? -1));
  if (seconds < 0) return null;
  if (seconds < 120) return t('stale.seconds', { count: seconds });
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? t('stale.minutes', { count: minutes }) : t('stale.hours', { count: Math.floor(minutes / 60) });
}

interface OldPricesProps {
  /** Whose prices stand inside; undefined: none. */
  readonly exchange: string | undefined;
  /** A class that gives the box its place: the age stands in its middle. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A box of prices: grey, with their age over it, while they are not known to hold. Nothing in it moves for that. */
export const OldPrices = observer(function OldPrices({ exchange, className, children }: OldPricesProps) {
  const age = usePriceAge(exchange ?? '');
  const isOld = exchange !== undefined && age !== null;
  return (
    <div className={isOld ? `${className} ${styles.old}` : className} data-old={isOld || undefined}>
      {children}
      {isOld && <span className={styles.age}>{age}</span>}
    </div>
  );
});

interface OldPriceProps {
  /** Several of what is reckoned by prices of each. */
  readonly exchange: string | readonly string[];
  readonly children: ReactNode;
}

/** The same for a price in a line of text: grey, its age shown while hovering. */
export const OldPrice = observer(function OldPrice({ exchange, children }: OldPriceProps) {
  const age = usePriceAge(...[exchange].flat());
  if (age === null) return children;
  return (
    <span className={styles.line} title={age} data-old>
      {children}
    </span>
  );
});
