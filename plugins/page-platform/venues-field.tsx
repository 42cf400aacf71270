import { listed } from '../../core/domain/joined-text.ts';
import { hasNothing } from '../../core/domain/markets/house-venue.ts';
import { CheckField, Skeleton, SteadySuspense, useText } from '../../core/ui/index.ts';
import type { HouseVenueView } from '../../schemas/wire/platform.ts';
import styles from './platform.module.css';

/** Which are to be open. */
interface Wanted {
  readonly sandbox: boolean;
  readonly closed_venues: readonly string[];
}

interface VenuesFieldProps {
  readonly venues: readonly HouseVenueView[];
  readonly wanted: Wanted;
  readonly onChange: (wanted: { sandbox: boolean; closed_venues: string[] }) => void;
}

/** The installed venues, what each is and what lies there. */
export function VenuesField({ venues, wanted, onChange }: VenuesFieldProps) {
  const t = useText('page-platform');
  const isWanted = ({ key, kind }: HouseVenueView): boolean =>
    kind === 'sandbox' ? wanted.sandbox : kind !== 'choice' || !wanted.closed_venues.includes(key);
  const turn = ({ key, kind }: HouseVenueView, on: boolean): void => {
    const others = wanted.closed_venues.filter((one) => one !== key);
    if (kind === 'sandbox') onChange({ sandbox: on, closed_venues: [...wanted.closed_venues] });
    else onChange({ sandbox: wanted.sandbox, closed_venues: on ? others : [...others, key].sort() });
  };
  return (
    <fieldset className={`${styles.checks} ${styles.whole}`}>
      <legend>{t('field.venues')}</legend>
      <ul className={styles.venues}>
        {venues
          .filter((venue) => !hasNothing(venue))
          .map((venue) => (
            <li key={venue.key}>
              <SteadySuspense fallback={<Skeleton rows={2} />}>
                <VenueLine venue={venue} isWanted={isWanted(venue)} onTurn={(on) => turn(venue, on)} />
              </SteadySuspense>
            </li>
          ))}
      </ul>
      <p>{t('help.venues')}</p>
    </fieldset>
  );
}

interface VenueLineProps {
  readonly venue: HouseVenueView;
  readonly isWanted: boolean;
  readonly onTurn: (on: boolean) => void;
}

function VenueLine({ venue, isWanted, onTurn }: VenueLineProps) {
  const t = useText('page-platform');
  // In the words of its plugin.
  const told = useText(venue.plugin);
  const { kind, state, exchanges, orders, accounts, instances } = venue;
  const names = listed(exchanges.map(({ title }) => title));
  const isFixed = kind === 'needed' || kind === 'demo';
  const lies = orders + accounts + instances > 0;
  return (
    <>
      {isFixed ? <strong>{told(venue.title)}</strong> : <CheckField label={told(venue.title)} checked={isWanted} onChange={onTurn} />}
      <span className={styles.state}>
        {t(`venue.${state}`)}
        {names !== '' && ` · ${names}`}
        {isFixed && ` · ${t(`venue.${kind}`)}`}
      </span>
      <p>{told(venue.description)}</p>
      {lies && <p className={isWanted ? undefined : styles.warns}>{t('venue.lies', { orders, accounts, instances })}</p>}
    </>
  );
}
