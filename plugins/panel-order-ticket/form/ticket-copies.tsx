import { observer } from 'mobx-react-lite';
import { Disclosure } from '../../../core/ui/index.ts';
import { useCopiedWords } from '../../../core/ui/states/account-copies.tsx';
import type { Services } from '../requires.ts';
import styles from './ticket-copies.module.css';

export interface TicketCopiesProps {
  readonly services: Pick<Services, 'stream' | 'accounts' | 'markets'>;
  readonly apiId: number;
}

/** Says before an order is sent that others repeat it, and who with which share; it follows whoever switches copying. */
export const TicketCopies = observer(function TicketCopies({ services, apiId }: TicketCopiesProps) {
  const copied = useCopiedWords(services)(apiId);
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
    </div>
  );
});
