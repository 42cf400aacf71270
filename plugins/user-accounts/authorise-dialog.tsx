import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { type GrantableAct, grantableActs } from '../../core/domain/accounts/account-act.ts';
import { CheckField, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import styles from './accounts.module.css';
import type { AccountsSectionStore, OwnAccount } from './accounts-store.ts';
import { GrantDialog } from './grant-dialog.tsx';
import type { Services } from './requires.ts';

interface AuthoriseDialogProps {
  readonly store: AccountsSectionStore;
  readonly services: Services;
  readonly account: OwnAccount;
  readonly onClose: () => void;
}

/** Who is to do what with an account, and until when. */
export const AuthoriseDialog = observer(function AuthoriseDialog({ store, services, account, onClose }: AuthoriseDialogProps) {
  const t = useText('user-accounts');
  const [acts, setActs] = useState<readonly GrantableAct[]>(['see', 'report']);
  return (
    <GrantDialog
      {...{ store, services, onClose }}
      title={t('authorise.title', { name: account.name })}
      lead={t('authorise.lead')}
      give={acts.length === 0 ? null : (terms) => store.give({ apiId: account.apiId, acts: [...acts], ...terms })}
      done={(name) => t('authorised', { name, account: account.name })}
      below={(tried) => (
        <fieldset className={styles.checks}>
          <legend>{t('field.acts')}</legend>
          {grantableActs.map((act) => (
            <CheckField
              key={act}
              label={t(`act.${act}`)}
              checked={acts.includes(act)}
              onChange={(on) => setActs(on ? [...acts, act] : acts.filter((one) => one !== act))}
            />
          ))}
          {tried && acts.length === 0 && <p className={words.wrong}>{t('error.acts')}</p>}
        </fieldset>
      )}
    />
  );
});
