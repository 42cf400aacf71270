import { observer } from 'mobx-react-lite';
import { Slider, useText } from '../../../core/ui/index.ts';
import type { TicketStore } from '../ticket-store.ts';
import styles from './ticket-size.module.css';

const shares = [0, 25, 50, 75, 100] as const;

/** A share of what the free balance allows: finely by the slider, in quarters by the buttons. */
export const TicketSize = observer(function TicketSize({ store }: { readonly store: TicketStore }) {
  const t = useText('panel-order-ticket');
  const unknown = store.largest === null;
  const { percent } = store;
  return (
    <div className={styles.size}>
      <Slider
        value={percent}
        marks={shares}
        disabled={unknown}
        aria-label={t('shareOf')}
        text={(share) => t('share', { percent: share })}
        onChange={(share) => store.takePercent(share)}
      />
      <div className={styles.shares}>
        {shares.map((share) => (
          <button
            key={share}
            type="button"
            className={styles.share}
            title={t('share', { percent: share })}
            disabled={unknown}
            onClick={() => store.takePercent(share)}
          >
            {share}%
          </button>
        ))}
      </div>
    </div>
  );
});
