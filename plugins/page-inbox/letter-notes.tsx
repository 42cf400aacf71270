import { observer } from 'mobx-react-lite';
import { useText } from '../../core/ui/index.ts';
import { Notes } from '../../core/ui/page/notes.tsx';
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
  return (
    <Notes
      className={styles.part}
      notes={notes.map(({ note_id, author, written_time, body }) => ({ id: note_id, author, writtenMs: written_time, body }))}
      texts={{ heading: t('notes'), none: t('notes.empty'), another: t('notes.new'), add: t('notes.add') }}
      longest={longestNote}
      add={(body) => store.addNote(letterId, body)}
    />
  );
});
