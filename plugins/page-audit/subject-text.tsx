import { useText } from '../../core/ui/index.ts';
import type { AuditLineView } from '../../schemas/wire/audit.ts';
import styles from './audit.module.css';

type Subject = Pick<AuditLineView, 'subject' | 'subject_id' | 'subject_name'>;

/** What was acted on; of a person the name, which leads to the person. In a table the keys go from row to row, and not to each name. */
export function SubjectText({ of, inTable = false }: { readonly of: Subject; readonly inTable?: boolean }) {
  const t = useText('page-audit');
  if (of.subject_id === null)
    return (
      <span title={of.subject} translate="no">
        {of.subject}
      </span>
    );
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
