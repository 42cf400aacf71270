import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { Icon } from '../icon.tsx';
import { useText } from '../text/use-text.ts';
import styles from './favourite-star.module.css';
import type { FavouritesStore } from './favourites-store.ts';

interface FavouriteStarProps {
  readonly favourites: FavouritesStore;
  readonly instrument: Pick<Instrument, 'id' | 'symbol'>;
  /** -1 where another key of a list does the same. */
  readonly tabIndex?: number;
}

/** Stars a market, or takes the star away. */
export const FavouriteStar = observer(function FavouriteStar({ favourites, instrument, tabIndex = 0 }: FavouriteStarProps) {
  const t = useText('ui');
  const starred = favourites.has(instrument.id);
  const label = t(starred ? 'market.unstar' : 'market.star', { symbol: instrument.symbol });
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={starred ? `${styles.star} ${styles.starred}` : styles.star}
      aria-pressed={starred}
      aria-label={label}
      title={label}
      disabled={!favourites.ready}
      onClick={(event) => {
        event.stopPropagation();
        favourites.toggle(instrument.id);
      }}
    >
      <Icon name="star" size={12} />
    </button>
  );
});
