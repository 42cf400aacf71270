import { useText } from '../../core/ui/index.ts';
import type { AuditLineView } from '../../schemas/wire/audit.ts';
import styles from './audit.module.css';
import { partsOf, subjectText, type TitledMarkets, titleOf } from './subject-words.ts';

/** Of an id that nobody reads to its end, so many characters stand in a row; all of them in its tooltip and in the entry. */
const shownId = 12;

type Subject = Pick<AuditLineView, 'subject' | 'subject_id' | 'subject_name'>;

interface SubjectTextProps {
  readonly of: Subject;
  readonly markets: TitledMarkets;
  readonly inTable?: boolean;
}

/** What was acted on; of a person the name, which leads to the person. In a table the keys go from row to row, and not to each name. */
export function SubjectText({ of, markets, inTable = false }: SubjectTextProps) {
  const t = useText('page-audit');
  if (of.subject_id === null) {
    const { key, id } = partsOf(of.subject);
    return (
      <span title={id === '' ? undefined : of.subject} {...(key === null ? { translate: 'no' } : {})}>
        {subjectText(of.subject, t, (one) => titleOf(of.subject, markets) ?? (inTable ? one.slice(0, shownId) : one))}
      </span>
    );
  }
  return (
    <a
      className={styles.link}
      href={`/admin/users?user=${encodeURIComponent(of.subject_id)}`}
      title={t('toPerson')}
      translate="no"
      {...(inTable ? { tabIndex: -1 } : {})}
      onClick={(event) => event.stopPropagation()}
    >
      {of.subject_name}
    </a>
  );
}

/** Who did it. */
export function ActorText({ of }: { readonly of: Pick<AuditLineView, 'actor' | 'actor_id'> }) {
  const t = useText('page-audit');
  if (of.actor_id === null && of.actor === 'system') return <span className={styles.quiet}>{t('system')}</span>;
  return (
    <span title={of.actor} translate="no">
      {of.actor}
    </span>
  );
}
