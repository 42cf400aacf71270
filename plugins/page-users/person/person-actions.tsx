import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { toldIn } from '../../../core/contract/notices.ts';
import { sentences } from '../../../core/domain/joined-text.ts';
import { FormDialog } from '../../../core/ui/dialog/form-dialog.tsx';
import { useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import type { PersonView } from '../../../schemas/wire/people.ts';
import { GivenPassword } from '../given-password.tsx';
import type { Services } from '../requires.ts';
import styles from './person-card.module.css';
import { PersonReason } from './person-reason.tsx';
import type { PersonStore } from './person-store.ts';

const told = toldIn('page-users');

interface PersonActionsProps {
  readonly person: PersonView;
  readonly store: PersonStore;
  readonly services: Services;
  /** The administrator himself, who may not shut himself out. */
  readonly isSelf: boolean;
}

/** What is done at once, each after a question that says what follows. */
export const PersonActions = observer(function PersonActions({ person, store, services, isSelf }: PersonActionsProps) {
  const t = useText('page-users');
  const [asking, setAsking] = useState<'state' | 'password' | 'factor' | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const { texts, notices } = services;
  const { username } = person;
  const act = person.state === 'ACTIVE' ? 'suspend' : 'resume';
  const close = (): void => setAsking(null);
  return (
    <div className={styles.actions}>
      <Button size="small" disabled={isSelf} title={isSelf ? t('self.suspend') : t(`act.${act}.help`)} onClick={() => setAsking('state')}>
        {t(`act.${act}`)}
      </Button>
      <Button size="small" title={t('password.help')} onClick={() => setAsking('password')}>
        {t('password.new')}
      </Button>
      {!isSelf && (
        <Button size="small" title={t('factor.help')} onClick={() => setAsking('factor')}>
          {t('factor.reset')}
        </Button>
      )}
      {isSelf && <p className={words.quiet}>{t('self')}</p>}
      {asking === 'state' && (
        <PersonReason
          title={t(`act.${act}.title`, { username })}
          text={t(`act.${act}.text`, { username })}
          confirmLabel={t(`act.${act}`)}
          danger={act === 'suspend'}
          texts={texts}
          onClose={close}
          onConfirm={async (reason) => {
            const error = await store.setState(act === 'suspend' ? 'DISABLED' : 'ACTIVE', reason);
            if (error === null) notices.show('success', told(`act.${act}.done`, { username }));
            return error;
          }}
        />
      )}
      {asking === 'password' && (
        <PersonReason
          title={t('password.title', { username })}
          text={sentences([t('password.text', { username }), isSelf ? t('self.sessions') : ''])}
          confirmLabel={t('password.confirm')}
          danger
          texts={texts}
          onClose={close}
          onConfirm={async (reason) => {
            const reply = await store.newPassword(reason);
            if (!reply.ok) return reply.error;
            setPassword(reply.value);
            return null;
          }}
        />
      )}
      {asking === 'factor' && (
        <PersonReason
          title={t('factor.title', { username })}
          text={t('factor.text', { username })}
          confirmLabel={t('factor.reset')}
          danger
          texts={texts}
          onClose={close}
          onConfirm={async (reason) => {
            const error = await store.resetFactor(reason);
            if (error === null) notices.show('success', told('factor.done', { username }));
            return error;
          }}
        />
      )}
      {password !== null && (
        <FormDialog
          title={t('password.given', { username })}
          onClose={null}
          actions={
            <Button size="small" onClick={() => setPassword(null)}>
              {t('password.done')}
            </Button>
          }
        >
          <GivenPassword username={username} password={password} />
        </FormDialog>
      )}
    </div>
  );
});
