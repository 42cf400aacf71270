import { Button } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { apart } from '../../core/domain/joined-text.ts';
import { TimeText, useText } from '../../core/ui/index.ts';
import type { AuditLineView } from '../../schemas/wire/audit.ts';
import styles from './platform.module.css';
import type { Services } from './requires.ts';
import { changeTexts, valuesOf } from './setting-texts.ts';

interface HistoryPartProps {
  readonly services: Pick<Services, 'api'>;
  /** Read anew with each change. */
  readonly version: number;
  /** What was before stands in the form again, to be saved with a reason. */
  readonly onTakeBack: (before: ReturnType<typeof valuesOf>) => void;
}

const shown = 20;
/** Which of the forms an entry is about; the page's own says so by its fields. */
const forms: Readonly<Record<string, string>> = { 'mail-server.changed': 'mail.title', 'sms-gateway.changed': 'sms.title' };

/** What lay at exchanges that were closed. */
function closingOf(after: unknown) {
  const { exchanges = '', orders = 0, accounts = 0, instances = 0 } = valuesOf(after);
  return { exchanges: String(exchanges), orders: String(orders), accounts: String(accounts), instances: String(instances) };
}

/** Who changed what of the platform, when and why, as the audit has it. Nothing where its reader may not see the audit. */
export function HistoryPart({ services: { api }, version, onTakeBack }: HistoryPartProps) {
  const t = useText('page-platform');
  const [lines, setLines] = useState<readonly AuditLineView[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version has a line more
  useEffect(() => {
    let isGone = false;
    void api.call('auditList', { query: { subject: 'platform', limit: shown } }).then((reply) => {
      if (reply.ok && !isGone) setLines(reply.value.results);
    });
    return () => {
      isGone = true;
    };
  }, [api, version]);
  if (lines.length === 0) return null;
  const textOf = ({ action, before, after }: AuditLineView): string => {
    if (action === 'venue.closed') return t('history.venueClosed', closingOf(after));
    const form = forms[action];
    const changes = changeTexts(action, before, after, t);
    return apart([...(form === undefined ? [] : [t(form)]), ...changes]);
  };
  return (
    <section className={styles.form} aria-label={t('history.title')}>
      <div className={styles.head}>
        <h2>{t('history.title')}</h2>
      </div>
      <ul className={styles.history}>
        {lines.map((line) => (
          <li key={line.entry}>
            <span className={styles.when}>
              <TimeText timeMs={line.time} /> · {line.actor}
            </span>
            <span className={styles.what}>
              {textOf(line)}
              {line.reason !== null && <em>{line.reason}</em>}
            </span>
            {line.action === 'platform.changed' && (
              <Button size="small" appearance="subtle" onClick={() => onTakeBack(valuesOf(line.before))}>
                {t('history.takeBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
