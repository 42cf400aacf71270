import { observer } from 'mobx-react-lite';
import type { PersonState } from '../../../core/contract/people.ts';
import { longestEmail, tidyPhone } from '../../../core/domain/accounts/person-rules.ts';
import { productVersions, type Role, vipLevels } from '../../../core/domain/accounts/role.ts';
import { ChoiceField, DateField, formatDay, TextField, useRoleNames, useServices, useText } from '../../../core/ui/index.ts';
import { states } from '../list/people-filter.ts';
import styles from './person-card.module.css';
import type { PersonDraft, PersonField } from './person-draft.ts';

interface DraftFieldsProps {
  readonly draft: PersonDraft;
  readonly roles: readonly Role[];
  readonly errorOf: (field: PersonField) => string | null;
  /** The administrator himself: his role and state are another's to change. */
  readonly isSelf?: boolean;
  /** Somebody who is made is active. */
  readonly isNew?: boolean;
  /** False: where he reads is asked for elsewhere. */
  readonly hasAddresses?: boolean;
  readonly onChange: (change: Partial<PersonDraft>) => void;
}

/** The fields of a person that administrators choose and type. */
export const DraftFields = observer(function DraftFields(props: DraftFieldsProps) {
  const { draft, roles, errorOf, isSelf = false, isNew = false, hasAddresses = true, onChange } = props;
  const t = useText('page-users');
  const { preferences, timers } = useServices();
  const offered = roles.includes(draft.role) ? roles : [...roles, draft.role];
  const roleName = useRoleNames(offered);
  return (
    <div className={styles.fields}>
      <ChoiceField<Role>
        label={t('field.role')}
        help={isSelf ? t('self.role') : undefined}
        error={errorOf('role')}
        value={draft.role}
        options={offered.map((role) => [role, roleName(role)] as const)}
        disabled={isSelf}
        onChange={(role) => onChange({ role })}
      />
      {!isNew && (
        <ChoiceField<PersonState>
          label={t('field.state')}
          help={isSelf ? t('self.state') : undefined}
          error={errorOf('state')}
          value={draft.state}
          options={states.map((state) => [state, t(`state.${state}`)] as const)}
          disabled={isSelf}
          onChange={(state) => onChange({ state })}
        />
      )}
      <ChoiceField
        label={t('field.level')}
        help={draft.role === 'user' && draft.vip === '0' ? t('help.looksOn') : undefined}
        error={errorOf('vip')}
        value={draft.vip}
        options={vipLevels.map((level) => [String(level), t('level', { level })] as const)}
        onChange={(vip) => onChange({ vip })}
      />
      <DateField
        label={t('field.until')}
        help={draft.vip === '0' ? t('help.noUntil') : t('help.until')}
        error={errorOf('until')}
        value={draft.vip === '0' ? '' : draft.until}
        min={formatDay(timers.nowMs(), preferences.timeZone)}
        disabled={draft.vip === '0'}
        onChange={(until) => onChange({ until })}
      />
      <ChoiceField<PersonDraft['product']>
        label={t('field.product')}
        help={draft.role === 'admin' ? t('help.productAdmin') : t('help.product')}
        error={errorOf('product')}
        value={draft.product}
        options={[['', t('product.none')], ...productVersions.map((version) => [version, t(`product.${version}`)] as const)]}
        disabled={draft.role === 'admin' && draft.product === ''}
        onChange={(product) => onChange({ product })}
      />
      {hasAddresses && (
        <>
          <TextField
            label={t('field.email')}
            error={errorOf('email')}
            value={draft.email}
            maxLength={longestEmail}
            onChange={(email) => onChange({ email: email.trim() })}
          />
          <TextField
            label={t('field.phone')}
            help={t('help.phone')}
            error={errorOf('phone')}
            value={draft.phone}
            maxLength={16}
            onChange={(phone) => onChange({ phone: tidyPhone(phone) })}
          />
        </>
      )}
    </div>
  );
});
