import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { EmptyState, FailedState, IconButton, Skeleton, TextInput, useText } from '../../../core/ui/index.ts';
import type { Services } from './requires.ts';
import styles from './sample.module.css';
import { SampleStore } from './sample-store.ts';

/** The list with a line to write in: what page and panel both show. */
export const SampleNotes = observer(function SampleNotes({ services }: { readonly services: Services }) {
  const t = useText('feature-sample');
  const [store] = useState(() => new SampleStore(services));
  const [text, setText] = useState('');
  useEffect(() => store.start() as () => void, [store]);
  if (store.loading) return <Skeleton rows={3} />;
  if (store.failed) return <FailedState text={t('failed')} onRetry={() => void store.load()} />;
  const add = async (): Promise<void> => {
    if (text.trim() !== '' && (await store.add(text.trim()))) setText('');
  };
  return (
    <>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextInput aria-label={t('new')} placeholder={t('new')} value={text} onChange={setText} />
      </form>
      {store.notes.length === 0 && <EmptyState icon="list" text={t('empty')} />}
      <ul className={styles.list} aria-label={t('title')}>
        {store.notes.map((note) => (
          <li key={note.noteId}>
            <span>{note.text}</span>
            <IconButton icon="close" label={t('remove', { text: note.text })} onClick={() => void store.remove(note)} />
          </li>
        ))}
      </ul>
    </>
  );
});
