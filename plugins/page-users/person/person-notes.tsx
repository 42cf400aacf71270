import { observer } from 'mobx-react-lite';
import type { Notices } from '../../../core/contract/client-services.ts';
import { useText } from '../../../core/ui/index.ts';
import { Notes } from '../../../core/ui/page/notes.tsx';
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
  const add = async (body: string): Promise<boolean> => {
    const error = await store.addNote(body);
    if (error !== null) notices.error(error);
    return error === null;
  };
  return (
    <Notes
      className={styles.part}
      notes={person.notes.map(({ note_id, author, written_time, body }) => ({ id: note_id, author, writtenMs: written_time, body }))}
      texts={{ heading: t('notes'), none: t('notes.empty'), another: t('notes.new'), add: t('notes.add') }}
      longest={longestNote}
      add={add}
    />
  );
});
