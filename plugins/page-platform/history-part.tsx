import { Button } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { isLanguage } from '../../core/domain/language.ts';
import { TimeText, useText } from '../../core/ui/index.ts';
import type { AuditLineView } from '../../schemas/wire/audit.ts';
import { ownNames } from './languages-field.tsx';
import styles from './platform.module.css';
import type { Services } from './requires.ts';

type Values = Readonly<Record<string, unknown>>;

interface HistoryPartProps {
  readonly services: Pick<Services, 'api'>;
  /** Read anew with each change. */
  readonly version: number;
  /** What was before stands in the form again, to be saved with a reason. */
  readonly onTakeBack: (before: Values) => void;
}

const shown = 20;
const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

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
  const nameOf = (name: string): string => {
    if (name === 'firm_name') return t('field.firm');
    if (name === 'closed_venues') return t('venue.closed');
    if (name === 'rebate_first') return t('field.rebateFirst');
    if (name === 'rebate_second') return t('field.rebateSecond');
    return ['languages', 'language', 'registration', 'currency', 'sandbox'].includes(name) ? t(`field.${name}`) : name;
  };
  const textOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => (isLanguage(one) ? ownNames[one] : String(one))).join(', ');
    if (isLanguage(value)) return ownNames[value];
    return typeof value === 'boolean' ? t(value ? 'history.on' : 'history.off') : String(value ?? '');
  };
  return (
    <section className={styles.form} aria-label={t('history.title')}>
      <div className={styles.head}>
        <h2>{t('history.title')}</h2>
      </div>
      <ul className={styles.history}>
        {lines.map(({ entry, time, actor, action, reason, before, after }) => (
          <li key={entry}>
            <span className={styles.when}>
              <TimeText timeMs={time} /> · {actor}
            </span>
            <span className={styles.what}>
              {action === 'mail-server.changed' || action === 'sms-gateway.changed'
                ? t(action === 'mail-server.changed' ? 'mail.title' : 'sms.title')
                : action === 'venue.closed'
                  ? t('history.venueClosed', closingOf(after))
                  : Object.entries(valuesOf(before))
                      .filter(([name, value]) => value !== valuesOf(after)[name])
                      .map(([name, value]) => `${nameOf(name)}: ${textOf(value)} → ${textOf(valuesOf(after)[name])}`)
                      .join('; ')}
              {reason !== null && <em>{reason}</em>}
            </span>
            {action === 'platform.changed' && (
              <Button size="small" appearance="subtle" onClick={() => onTakeBack(valuesOf(before))}>
                {t('history.takeBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
