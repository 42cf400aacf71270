import { observer } from 'mobx-react-lite';
import { Disclosure } from '../../../core/ui/index.ts';
import { useCopiedWords, useCopies } from '../../../core/ui/states/account-copies.tsx';
import type { Services } from '../requires.ts';
import styles from './ticket-copies.module.css';
import { TicketFollows } from './ticket-follows.tsx';

export interface TicketCopiesProps {
  readonly services: Pick<Services, 'stream' | 'accounts' | 'markets'>;
  readonly apiId: number;
}

/** Says before an order is sent that others repeat it, and who with which share, or that its account repeats those of another; it follows whoever switches copying. */
export const TicketCopies = observer(function TicketCopies({ services, apiId }: TicketCopiesProps) {
  const copies = useCopies(services.stream);
  const copied = useCopiedWords(services, copies)(apiId);
  return (
    <div aria-live="polite">
      {copied !== null && (
        <Disclosure className={styles.copies} summary={copied.summary}>
          <ul className={styles.list}>
            {copied.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      <TicketFollows accounts={services.accounts} copies={copies} apiId={apiId} />
    </div>
  );
});
