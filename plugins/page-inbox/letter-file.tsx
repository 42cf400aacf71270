import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { formatNumber } from '../../core/domain/numbers/number-text.ts';
import { Icon, saveFile, useText } from '../../core/ui/index.ts';
import type { LetterView } from '../../schemas/wire/inbox.ts';
import styles from './inbox.module.css';
import type { InboxStore } from './inbox-store.ts';

interface LetterFileProps {
  readonly letterId: string;
  readonly file: NonNullable<LetterView['file']>;
  readonly store: InboxStore;
}

/** A file that came with a letter: what the check has found stands before the button, and it is only ever saved, never opened here. */
export const LetterFile = observer(function LetterFile({ letterId, file, store }: LetterFileProps) {
  const t = useText('page-inbox');
  const { name, format, bytes, findings } = file;
  const save = async (): Promise<void> => {
    const content = await store.file(letterId);
    if (content !== null) saveFile(content, name);
  };
  return (
    <section className={styles.part} aria-label={t('file')}>
      <h3>{t('file')}</h3>
      {findings.length === 0 ? (
        <p className={styles.quiet}>{t('file.nothing')}</p>
      ) : (
        <div className={styles.warning} role="note">
          <Icon name="warning" />
          <div>
            <p>{t('file.found')}</p>
            <ul>
              {findings.map((finding) => (
                <li key={finding}>{t(`finding.${finding}`)}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <div className={styles.saving}>
        <span className={styles.saved}>{name}</span>
        <span className={styles.quiet}>{t('file.size', { format: format.toUpperCase(), size: formatNumber(bytes / 1000, 1) })}</span>
        <Button size="small" onClick={() => void save()}>
          {t('file.save')}
        </Button>
      </div>
    </section>
  );
});
