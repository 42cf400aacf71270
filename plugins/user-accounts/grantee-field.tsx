import { useState } from 'react';
import { ChoiceField, TextField, useRoleNames, useText } from '../../core/ui/index.ts';
import type { AccountsSectionStore } from './accounts-store.ts';

/** In place of a name from the list: one that is typed. */
const byName = '';

interface GranteeFieldProps {
  readonly store: AccountsSectionStore;
  readonly error: string | null;
  /** Of the user name, trimmed; empty while none is chosen or typed. */
  readonly onChange: (grantee: string) => void;
}

/** Who is authorised: one of those who look after accounts of others, or somebody by his user name. */
export function GranteeField({ store, error, onChange }: GranteeFieldProps) {
  const t = useText('user-accounts');
  // Nobody is authorised because his name comes first.
  const [chosen, setChosen] = useState(byName);
  const [typed, setTyped] = useState('');
  const roleName = useRoleNames(store.candidates.map(({ role }) => role));
  return (
    <>
      <ChoiceField
        label={t('field.grantee')}
        error={chosen === byName ? null : error}
        value={chosen}
        options={[
          [byName, t('grantee.other')],
          ...store.candidates.map(({ username, role }) => [username, `${username} · ${roleName(role)}`] as const),
        ]}
        onChange={(one) => {
          setChosen(one);
          onChange(one === byName ? typed.trim() : one);
        }}
      />
      {chosen === byName && (
        <TextField
          label={t('field.username')}
          help={t('help.username')}
          error={error}
          value={typed}
          maxLength={64}
          onChange={(name) => {
            setTyped(name);
            onChange(name.trim());
          }}
        />
      )}
    </>
  );
}
