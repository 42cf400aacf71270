import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useState } from 'react';
import { TimeText, useText } from '../../core/ui/index.ts';
import type { LetterView } from '../../schemas/wire/inbox.ts';
import styles from './inbox.module.css';
import type { InboxStore } from './inbox-store.ts';

const longestNote = 4_000;

interface LetterNotesProps {
  readonly letterId: string;
  readonly notes: LetterView['notes'];
  readonly store: InboxStore;
}

/** What administrators have written beside a letter, and a new note. Only they see it. */
export const LetterNotes = observer(function LetterNotes({ letterId, notes, store }: LetterNotesProps) {
  const t = useText('page-inbox');
  const [typed, setTyped] = useState('');
  const [isAdding, setAdding] = useState(false);
  const isReady = typed.trim() !== '' && !isAdding;
  const add = async (): Promise<void> => {
    if (!isReady) return;
    setAdding(true);
    if (await store.addNote(letterId, typed)) setTyped('');
    setAdding(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void add();
  };
  return (
    <section className={styles.part} aria-label={t('notes')}>
      <h3>{t('notes')}</h3>
      {notes.length === 0 && <p className={styles.quiet}>{t('notes.empty')}</p>}
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note.note_id}>
            <span className={styles.quiet}>
              {note.author} · <TimeText timeMs={note.written_time} />
            </span>
            <p>{note.body}</p>
          </li>
        ))}
      </ul>
      <textarea
        className={styles.note}
        aria-label={t('notes.new')}
        placeholder={t('notes.new')}
        rows={3}
        maxLength={longestNote}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.adding}>
        <Button size="small" appearance="primary" disabled={!isReady} onClick={() => void add()}>
          {t('notes.add')}
        </Button>
      </div>
    </section>
  );
});
