import { Button } from '@fluentui/react-components';
import { type KeyboardEvent, useState } from 'react';
import { TimeText } from '../text/number-text.tsx';
import styles from './notes.module.css';
import words from './words.module.css';

interface NotesProps {
  readonly className: string | undefined;
  readonly notes: readonly { readonly id: string; readonly author: string; readonly writtenMs: number; readonly body: string }[];
  readonly texts: { readonly heading: string; readonly none: string; readonly another: string; readonly add: string };
  /** Characters at most. */
  readonly longest: number;
  /** False when it was not saved, which whoever saves has told: what was typed stays. */
  readonly add: (body: string) => Promise<boolean>;
}

/** What people have written beside something, and a field for another note, which Ctrl or ⌘ with Enter saves. */
export function Notes({ className, notes, texts, longest, add }: NotesProps) {
  const [typed, setTyped] = useState('');
  const [isAdding, setAdding] = useState(false);
  const isReady = typed.trim() !== '' && !isAdding;
  const save = async (): Promise<void> => {
    if (!isReady) return;
    setAdding(true);
    if (await add(typed.trim())) setTyped('');
    setAdding(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    <section className={className} aria-label={texts.heading}>
      <h3>{texts.heading}</h3>
      {notes.length === 0 && <p className={words.quiet}>{texts.none}</p>}
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note.id} translate="no">
            <span className={words.quiet}>
              {note.author} · <TimeText timeMs={note.writtenMs} />
            </span>
            <p>{note.body}</p>
          </li>
        ))}
      </ul>
      <textarea
        className={styles.typed}
        aria-label={texts.another}
        placeholder={texts.another}
        rows={3}
        maxLength={longest}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.adding}>
        <Button size="small" disabled={!isReady} onClick={() => void save()}>
          {texts.add}
        </Button>
      </div>
    </section>
  );
}
