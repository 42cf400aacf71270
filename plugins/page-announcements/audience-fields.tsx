import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import { houseRoles, productVersions, type VipLevel, vipLevels } from '../../core/domain/accounts/role.ts';
import { audienceKinds } from '../../core/domain/audience.ts';
import { listed, sentences } from '../../core/domain/joined-text.ts';
import { CheckField, ChoiceField, useRoleNames, useServices, useText } from '../../core/ui/index.ts';
import styles from './announcements.module.css';
import type { AnnouncementsStore } from './announcements-store.ts';
import { type AudienceDraft, audienceOf, toggled } from './audience-draft.ts';

interface AudienceFieldsProps {
  readonly store: AnnouncementsStore;
  readonly value: AudienceDraft;
  /** Its readers have been told: it stays. */
  readonly isFixed: boolean;
}

/** What is typed is counted when nothing more is typed for so long. */
const restMs = 400;

/** Whom the announcement is for, and how many those are. */
export const AudienceFields = observer(function AudienceFields({ store, value, isFixed }: AudienceFieldsProps) {
  const t = useText('page-announcements');
  const id = useId();
  const roleName = useRoleNames(houseRoles);
  const type = (change: Partial<AudienceDraft>): void => store.type({ audience: { ...value, ...change } });
  const { timers } = useServices();
  // Nobody is told again.
  const told = isFixed ? null : store.reach;
  useEffect(() => timers.after(restMs, () => void store.count(value)), [timers, store, value]);
  const levels = vipLevels.map((level) => [String(level), t('audience.level', { level })] as const);
  const levelOf = (text: string): VipLevel => vipLevels.find((level) => String(level) === text) ?? 0;
  return (
    <fieldset className={styles.language} disabled={isFixed} aria-describedby={`${id}-reach`}>
      <legend>{t('audience')}</legend>
      <ChoiceField
        label={t('audience.kind')}
        value={value.kind}
        disabled={isFixed}
        options={audienceKinds.map((kind) => [kind, t(`audience.${kind}`)] as const)}
        onChange={(kind) => type({ kind })}
      />
      {value.kind === 'roles' &&
        houseRoles.map((role) => (
          <CheckField
            key={role}
            label={roleName(role)}
            checked={value.roles.includes(role)}
            onChange={() => type({ roles: toggled(value.roles, role) })}
          />
        ))}
      {value.kind === 'levels' && (
        <div className={styles.levels}>
          <ChoiceField
            label={t('audience.from')}
            value={String(value.from)}
            disabled={isFixed}
            options={levels}
            onChange={(from) => type({ from: levelOf(from) })}
          />
          <ChoiceField
            label={t('audience.to')}
            value={String(value.to)}
            disabled={isFixed}
            options={levels}
            onChange={(to) => type({ to: levelOf(to) })}
          />
        </div>
      )}
      {value.kind === 'versions' &&
        productVersions.map((version) => (
          <CheckField
            key={version}
            label={t(`audience.version.${version}`)}
            checked={value.versions.includes(version)}
            onChange={() => type({ versions: toggled(value.versions, version) })}
          />
        ))}
      {value.kind === 'users' && (
        <>
          <label htmlFor={`${id}-names`} className={styles.label}>
            {t('audience.names')}
          </label>
          <textarea
            id={`${id}-names`}
            className={styles.text}
            rows={3}
            maxLength={10_000}
            value={value.names}
            onChange={({ target }) => type({ names: target.value })}
          />
        </>
      )}
      <p id={`${id}-reach`} role="status" className={styles.quiet}>
        {told !== null && sentences([t('audience.reach', { count: told.users }), value.kind === 'everybody' ? t('audience.guests') : ''])}
      </p>
      {store.reach !== null && store.reach.unknown.length > 0 && (
        <p className={styles.wrong}>{t('audience.unknown', { names: listed(store.reach.unknown) })}</p>
      )}
      {store.fault?.field === 'audience' && audienceOf(value) === null && <p className={styles.wrong}>{t('audience.empty')}</p>}
    </fieldset>
  );
});
