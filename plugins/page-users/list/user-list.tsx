import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { Api, Notices } from '../../../core/contract/client-services.ts';
import { vipLevels } from '../../../core/domain/accounts/role.ts';
import {
  BarSpace,
  DataTable,
  ExportButton,
  FailedState,
  Icon,
  ListEmpty,
  PanelBody,
  TextInput,
  useRoleNames,
  useText,
} from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import { mostCounted, type PersonSummaryView } from '../../../schemas/wire/people.ts';
import { MoreButton } from '../more-button.tsx';
import { FilterChoice } from './filter-choice.tsx';
import { everybody, products, states } from './people-filter.ts';
import type { PeopleStore } from './people-store.ts';
import { useUserColumns } from './user-columns.tsx';

interface UserListProps {
  readonly store: PeopleStore;
  readonly api: Pick<Api, 'download'>;
  readonly notices: Notices;
}

/** All people by user name, with what narrows them and the way to take them along. */
export const UserList = observer(function UserList({ store, api, notices }: UserListProps) {
  const t = useText('page-users');
  const { list, filter } = store;
  const roleName = useRoleNames(store.roles);
  const columns = useUserColumns(
    store.roles,
    list.items.some((one) => one.vip_until !== null),
  );
  const empty =
    list.state === 'failed' ? (
      <FailedState text={t('failed')} onRetry={() => void store.refresh()} />
    ) : (
      <ListEmpty icon="user" text={t('empty')} narrowed={store.isNarrowed ? t('narrowed') : null} onClear={() => store.narrow(everybody)} />
    );
  const bar = (
    <div className={record.filters}>
      <div className={record.search}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search.short')}
          value={filter.search ?? ''}
          onChange={(search) => store.narrow({ search })}
        />
      </div>
      <FilterChoice
        label={t('filter.role')}
        value={filter.role}
        options={store.roles.map((role) => [role, roleName(role)])}
        onChange={(role) => store.narrow({ role })}
      />
      <FilterChoice
        label={t('filter.level')}
        value={filter.vip_level?.toString()}
        options={vipLevels.map((level) => [String(level), t('level', { level })])}
        onChange={(level) => store.narrow({ vip_level: level === undefined ? undefined : Number(level) })}
      />
      <FilterChoice
        label={t('filter.state')}
        value={filter.state}
        options={states.map((state) => [state, t(`state.${state}`)])}
        onChange={(state) => store.narrow({ state })}
      />
      <FilterChoice
        label={t('filter.product')}
        value={filter.product}
        options={products.map((one) => [one, one === 'none' ? t('filter.noProduct') : t(`product.${one}`)])}
        onChange={(product) => store.narrow({ product })}
      />
      {filter.invited_by !== undefined && (
        <Button
          size="small"
          icon={<Icon name="close" size={12} />}
          iconPosition="after"
          onClick={() => store.narrow({ invited_by: undefined })}
        >
          {t('filter.invitedBy', { name: filter.invited_by })}
        </Button>
      )}
      <span className={record.total} role="status">
        {store.reading ? t('reading') : t(store.total < mostCounted ? 'total' : 'totalOrMore', { total: store.total })}
      </span>
      <BarSpace />
      <ExportButton
        fileName={t('fileName')}
        download={(options) => api.download('peopleExport', { query: filter }, options)}
        onFailure={({ error }) => notices.error(error)}
      />
    </div>
  );
  return (
    <section aria-label={t('title')} className={record.list}>
      <PanelBody bar={bar} foot={list.items.length > 0 && <MoreButton list={list} />}>
        <DataTable<PersonSummaryView>
          label={t('title')}
          rows={list.items}
          columns={columns}
          rowKey={keyOf}
          markedKey={store.open?.userId ?? null}
          onActivate={(one) => store.show(one.user_id)}
          loading={list.state === 'loading' || (store.reading && list.items.length === 0)}
          empty={empty}
        />
      </PanelBody>
    </section>
  );
});

const keyOf = ({ user_id }: PersonSummaryView): string => user_id;
