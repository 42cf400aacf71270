import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import type { Notices } from '../../../core/contract/client-services.ts';
import { TimeText, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import type { PersonView } from '../../../schemas/wire/people.ts';
import styles from './person-card.module.css';
import type { PersonStore } from './person-store.ts';

const longestNote = 2_000;

interface PersonNotesProps {
  readonly person: PersonView;
  readonly store: PersonStore;
  readonly notices: Pick<Notices, 'error'>;
}

/** What administrators have written about a person, and a new note. Only they see it. */
export const PersonNotes = observer(function PersonNotes({ person, store, notices }: PersonNotesProps) {
  const t = useText('page-users');
  const [typed, setTyped] = useState('');
  const [isAdding, setAdding] = useState(false);
  const isReady = typed.trim() !== '' && !isAdding;
  const add = async (): Promise<void> => {
    if (!isReady) return;
    setAdding(true);
    const error = await store.addNote(typed.trim());
    setAdding(false);
    if (error === null) setTyped('');
    else notices.error(error);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void add();
  };
  return (
    <section className={styles.part} aria-label={t('notes')}>
      <h3>{t('notes')}</h3>
      {person.notes.length === 0 && <p className={words.quiet}>{t('notes.empty')}</p>}
      <ul className={styles.lines}>
        {person.notes.map((note) => (
          <li key={note.note_id} translate="no">
            <span className={words.quiet}>
              {note.author} · <TimeText timeMs={note.written_time} />
            </span>
            <p className={styles.note}>{note.body}</p>
          </li>
        ))}
      </ul>
      <textarea
        className={styles.typed}
        aria-label={t('notes.new')}
        placeholder={t('notes.new')}
        rows={2}
        maxLength={longestNote}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.saving}>
        <span />
        <Button size="small" disabled={!isReady} onClick={() => void add()}>
          {t('notes.add')}
        </Button>
      </div>
    </section>
  );
});
