import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { toldIn } from '../../../core/contract/notices.ts';
import { TimeText, useText } from '../../../core/ui/index.ts';
import type { PersonView } from '../../../schemas/wire/people.ts';
import type { Services } from '../requires.ts';
import styles from './person-card.module.css';
import { PersonReason } from './person-reason.tsx';
import type { PersonStore } from './person-store.ts';

const told = toldIn('page-users');

interface PersonLeavingProps {
  readonly person: PersonView;
  readonly store: PersonStore;
  readonly services: Services;
}

/** Somebody who has asked to leave: when he is erased, and taking it back. Nothing where he stays, or nobody can say. */
export const PersonLeaving = observer(function PersonLeaving({ person, store, services }: PersonLeavingProps) {
  const t = useText('page-users');
  const [isAsking, setAsking] = useState(false);
  useEffect(() => void store.loadLeaving(), [store]);
  const { leaving } = store;
  if (leaving === null) return null;
  const { username } = person;
  return (
    <div className={styles.leaving}>
      <span>
        {t('leaving.due')} <TimeText timeMs={leaving.due_time} />
      </span>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('leaving.keep')}
      </Button>
      {isAsking && (
        <PersonReason
          title={t('leaving.title', { username })}
          text={t('leaving.text', { username })}
          confirmLabel={t('leaving.keep')}
          danger={false}
          texts={services.texts}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const error = await store.keep(reason);
            if (error === null) services.notices.show('success', told('leaving.done', { username }));
            return error;
          }}
        />
      )}
    </div>
  );
});
