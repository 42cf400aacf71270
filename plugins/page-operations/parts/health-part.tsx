import { observer } from 'mobx-react-lite';
import { TimeText, useText } from '../../../core/ui/index.ts';
import { Runbook } from '../headline.tsx';
import styles from '../operations.module.css';
import type { CheckLine, OperationsStore } from '../operations-store.ts';
import { useWords } from '../words.ts';

/** Every check, the most urgent first. */
export const HealthPart = observer(function HealthPart({ store }: { readonly store: OperationsStore }) {
  const t = useText('page-operations');
  // Above the list stands already what the most urgent one is about and what to do; a headline about an old state says nothing of it.
  const [inHeadline] = store.isOld ? [] : store.ill;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <ul className={styles.checks} tabIndex={0} aria-label={t('part.health')}>
      {store.checks.map((check) => (
        <CheckRow key={`${check.owner}/${check.id}`} check={check} isTold={check === inHeadline} />
      ))}
    </ul>
  );
});

function CheckRow({ check, isTold }: { readonly check: CheckLine; readonly isTold: boolean }) {
  const t = useText('page-operations');
  const words = useWords();
  const { state, title, detail, since, remedy, anchor } = check;
  return (
    <li className={styles.check}>
      <span className={styles.state} data-state={state}>
        {t(`state.${state}`)}
      </span>
      <div className={styles.what}>
        <strong>{words(title)}</strong>
        {detail !== null && !isTold && <p>{words(detail)}</p>}
        {state !== 'ok' && !isTold && (
          <p className={styles.remedy}>
            {words(remedy)} {anchor !== null && <Runbook anchor={anchor} />}
          </p>
        )}
      </div>
      <span className={styles.since}>
        {t('since')} <TimeText timeMs={since} />
      </span>
    </li>
  );
}
