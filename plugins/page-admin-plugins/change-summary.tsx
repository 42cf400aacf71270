import { observer } from 'mobx-react-lite';
import type { PluginSetChange } from '../../core/contract/plugin-sets.ts';
import { isHouseRole, type Role } from '../../core/domain/accounts/role.ts';
import { ClippedText, useRoleNames, useText } from '../../core/ui/index.ts';
import type { AccessCountsView } from '../../schemas/wire/plugin-set.ts';
import styles from './change-summary.module.css';
import { choiceOf } from './set-edit.ts';

const counted = ['panels', 'pages', 'strategies', 'exchanges', 'others'] as const;
type Translate = ReturnType<typeof useText>;

/** English tells one from many; a text without a word for one takes that for many. */
export const countText = (t: Translate, key: string, count: number): string => t(count === 1 ? `${key}.one` : key, { count });

/** How many people a role has. */
export const peopleText = (t: Translate, count: number): string => countText(t, 'people', count);

/** Such as: 3 panels, 1 page. */
const thingsText = (t: Translate, counts: AccessCountsView): string =>
  counted.flatMap((kind) => (counts[kind] === 0 ? [] : [countText(t, `thing.${kind}`, counts[kind])])).join(t('thing.and'));

const hasAny = (counts: AccessCountsView): boolean => counted.some((kind) => counts[kind] > 0);

export const takesAway = ({ lost }: PluginSetChange): boolean => hasAny(lost);

/** One sentence for each direction: who loses, who gains, what stays running. */
export function changeSentences(
  t: Translate,
  role: Role,
  roleName: string,
  change: PluginSetChange,
): readonly { readonly kind: 'lost' | 'gained' | 'staying'; readonly text: string }[] {
  const said = (kind: 'lost' | 'gained', count: number, counts: AccessCountsView) =>
    hasAny(counts)
      ? [
          {
            kind,
            text: t(count === 1 ? `change.${kind}.one` : `change.${kind}`, {
              people: isHouseRole(role)
                ? countText(t, `people.${role}`, count)
                : t('people.of', { people: peopleText(t, count), role: roleName }),
              things: thingsText(t, counts),
            }),
          },
        ]
      : [];
  const { losing, gaining, lost, gained, stayingCount } = change;
  const staying = stayingCount === 0 ? [] : [{ kind: 'staying' as const, text: countText(t, 'change.staying', stayingCount) }];
  return [...said('lost', losing, lost), ...said('gained', gaining, gained), ...staying];
}

/** What stops with what goes; nothing where all goes on. */
export const Dependants = observer(function Dependants({ change }: { readonly change: PluginSetChange }) {
  const t = useText('page-admin-plugins');
  if (change.dependants.length === 0) return null;
  return (
    <div className={`${styles.summary} ${styles.lost}`}>
      {t('change.dependants')}
      <ul aria-label={t('change.dependants')}>
        {change.dependants.map(({ plugin, needs }) => (
          <li key={`${plugin} ${needs}`}>
            <ClippedText>{plugin}</ClippedText>
            <span className={styles.step}>← {needs}</span>
          </li>
        ))}
      </ul>
    </div>
  );
});

interface ChangeSummaryProps {
  readonly role: Role;
  readonly change: PluginSetChange;
}

/** What a change does: the sentences, what stops with it, then each plugin with what it was and becomes, and the instances that go on. */
export const ChangeSummary = observer(function ChangeSummary({ role, change }: ChangeSummaryProps) {
  const t = useText('page-admin-plugins');
  const roleName = useRoleNames([role]);
  return (
    <div className={styles.summary}>
      <div role="status">
        {changeSentences(t, role, roleName(role), change).map(({ kind, text }) => (
          <p key={kind} className={styles[kind]}>
            {text}
          </p>
        ))}
        {change.changes.length === 0 && <p>{t('change.none')}</p>}
      </div>
      <Dependants change={change} />
      {change.changes.length > 0 && (
        <ul aria-label={t('change.list')}>
          {change.changes.map(({ plugin, before, after, losing, gaining }) => (
            <li key={plugin}>
              <ClippedText>{plugin}</ClippedText>
              <span className={styles.step}>
                {t(`choice.${choiceOf(before)}`)} → {t(`choice.${choiceOf(after)}`)}
              </span>
              <span className={losing > 0 ? styles.lost : styles.gained}>
                {losing > 0 ? `−${losing}` : gaining > 0 ? `+${gaining}` : '0'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {change.staying.length > 0 && (
        <ul aria-label={t('change.stayingList')}>
          {change.staying.map(({ instanceId, name, strategy, username }) => (
            <li key={instanceId}>
              <ClippedText>{name}</ClippedText>
              <span className={styles.step}>{strategy}</span>
              <span>{username}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});
