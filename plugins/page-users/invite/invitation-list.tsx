import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { toldIn } from '../../../core/contract/notices.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { admissionDays } from '../../../core/domain/admission.ts';
import {
  type Column,
  DataTable,
  FailedState,
  IconButton,
  ListEmpty,
  PanelBody,
  TextInput,
  TimeText,
  useRoleNames,
  useServices,
  useText,
} from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import type { InvitationView } from '../../../schemas/wire/invitation.ts';
import { LevelText } from '../level-text.tsx';
import { FilterChoice } from '../list/filter-choice.tsx';
import styles from '../list/user-list.module.css';
import { PersonReason } from '../person/person-reason.tsx';
import type { Services } from '../requires.ts';
import type { InvitationsStore } from './invitations-store.ts';
import { wayTo } from './invite-draft.ts';
import { tellWay } from './tell-way.ts';

const told = toldIn('page-users');

interface InvitationListProps {
  readonly store: InvitationsStore;
  readonly roles: readonly Role[];
  readonly services: Services;
}

/** Open invitations, with the ways to send one again and to take it back. */
export const InvitationList = observer(function InvitationList({ store, roles, services }: InvitationListProps) {
  const t = useText('page-users');
  const roleName = useRoleNames(roles);
  const columns = useColumns(store, roles);
  const [asking, setAsking] = useState<{ readonly what: 'resend' | 'revoke'; readonly of: InvitationView } | null>(null);
  const { texts, notices } = services;
  const close = (): void => setAsking(null);
  const empty =
    store.state === 'failed' ? (
      <FailedState text={t('invitations.failed')} onRetry={() => void store.load()} />
    ) : (
      <ListEmpty
        icon="mail"
        text={t('invitations.empty')}
        narrowed={store.isNarrowed ? t('invitations.narrowed') : null}
        onClear={() => store.narrow({ search: '', role: undefined })}
      />
    );
  const bar = (
    <div className={record.filters}>
      <div className={record.search}>
        <TextInput
          aria-label={t('invitations.search')}
          placeholder={t('invitations.search.short')}
          value={store.search}
          onChange={(search) => store.narrow({ search })}
        />
      </div>
      <FilterChoice
        label={t('filter.role')}
        value={store.role}
        options={roles.map((role) => [role, roleName(role)])}
        onChange={(role) => store.narrow({ role })}
      />
      <span className={record.total} role="status">
        {t('invitations.total', { total: store.shown.length })}
      </span>
    </div>
  );
  return (
    <section aria-label={t('invitations')} className={record.list}>
      <PanelBody bar={bar}>
        <DataTable<InvitationView>
          label={t('invitations')}
          rows={store.shown}
          columns={columns}
          rowKey={keyOf}
          rowActions={(of) => (
            <>
              <IconButton icon="refresh" label={t('open.resend')} onClick={() => setAsking({ what: 'resend', of })} />
              <IconButton icon="trash" label={t('open.revoke')} onClick={() => setAsking({ what: 'revoke', of })} />
            </>
          )}
          rowKeys={{ Delete: (of) => setAsking({ what: 'revoke', of }) }}
          onOpen={(of) => setAsking({ what: 'resend', of })}
          loading={store.state === 'loading'}
          empty={empty}
        />
      </PanelBody>
      {asking !== null && (
        <PersonReason
          title={t(`open.${asking.what}.title`, { address: asking.of.address })}
          text={t(`open.${asking.what}.text`, { days: admissionDays })}
          confirmLabel={t(`open.${asking.what}`)}
          danger={asking.what === 'revoke'}
          texts={texts}
          onClose={close}
          onConfirm={async (reason) => {
            if (asking.what === 'resend') {
              const sent = await store.resend(asking.of, reason);
              if (sent.ok) tellWay(services, sent.value);
              return sent.ok ? null : sent.error;
            }
            const revoked = await store.revoke(asking.of, reason);
            if (revoked.ok) notices.show('success', told('open.revoke.done', { address: asking.of.address }));
            return revoked.ok ? null : revoked.error;
          }}
        />
      )}
    </section>
  );
});

const keyOf = ({ invitation_id }: InvitationView): string => invitation_id;

/** Where there is little room, who invited goes first, and then the level. */
function useColumns(store: InvitationsStore, roles: readonly Role[]): readonly Column<InvitationView>[] {
  const t = useText('page-users');
  const roleName = useRoleNames(roles);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow from roles and language, and are another function each time
  return useMemo(
    () => [
      {
        id: 'address',
        title: t('field.address'),
        width: 240,
        least: 140,
        fixed: true,
        render: ({ address }) => (
          <span className={styles.name} title={address} translate="no">
            {address}
          </span>
        ),
      },
      {
        id: 'role',
        title: t('field.role'),
        width: 150,
        least: 100,
        render: ({ role }) => <span title={roleName(role)}>{roleName(role)}</span>,
      },
      { id: 'level', title: t('field.level'), width: 150, least: 72, yields: 3, render: (one) => <LevelText of={one} /> },
      {
        id: 'product',
        title: t('field.product'),
        width: 110,
        least: 90,
        yields: 2,
        render: ({ product }) => (product === null ? <span className={styles.quiet}>–</span> : t(`product.${product}`)),
      },
      { id: 'letter', title: t('field.letter'), width: 120, least: 92, render: (one) => <LetterText of={one} store={store} /> },
      { id: 'until', title: t('field.validUntil'), width: 150, least: 124, render: (one) => <UntilText of={one} /> },
      {
        id: 'inviter',
        title: t('field.invitedBy'),
        width: 130,
        least: 110,
        yields: 1,
        render: ({ invited_by }) => (
          <span title={invited_by} translate="no">
            {invited_by}
          </span>
        ),
      },
    ],
    [t, roles, store],
  );
}

const UntilText = observer(function UntilText({ of: { until } }: { readonly of: InvitationView }) {
  const t = useText('page-users');
  const { timers } = useServices();
  return until > timers.nowMs() ? <TimeText timeMs={until} /> : <span className={styles.suspended}>{t('invitations.over')}</span>;
});

/** What became of the letter: one that waits for a channel which is not set is read in the outbox. */
const LetterText = observer(function LetterText({ of, store }: { readonly of: InvitationView; readonly store: InvitationsStore }) {
  const t = useText('page-users');
  const { address, letter } = of;
  if (letter === null) return <span className={styles.quiet}>–</span>;
  const isInOutbox = letter.state === 'WAITING' && wayTo(address, store.channels).startsWith('outbox');
  const text = t(isInOutbox ? 'letter.outbox' : `letter.${letter.state}`);
  return <span className={letter.state === 'FAILED' ? styles.suspended : undefined}>{text}</span>;
});
