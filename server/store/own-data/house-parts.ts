import type { OwnDataPart } from '../../../core/contract/own-data.ts';

const byUser = 'user_id = $1';
/** The person's accounts, those that are deleted too. */
const ownAccounts = '(select api_id from api_account where user_id = $1)';
const byAccount = `api_id in ${ownAccounts}`;
const ownOrders = (table: string): string =>
  `exists (select from ${table} o where o.venue = t.venue and o.order_id = t.order_id and o.${byAccount})`;
const ownInstances = 'instance_id in (select instance_id from strategy_instance where user_id = $1)';

const books =
  'Orders, fills and money movements are the books of the house: the law keeps them. They name an account, and no person any more.';
const chain = 'The audit is a chain of hashes: nothing is ever taken out of it, nor the names and addresses that stood in a change.';
const decisions = 'Who asked for what and who agreed stands in the books of the house, by ids.';

const goes = (table: string, name: string, rest: Partial<OwnDataPart> = {}): OwnDataPart => ({
  table,
  of: byUser,
  name,
  leaving: 'goes',
  ...rest,
});
const stays = (table: string, name: string | null, why: string, rest: Partial<OwnDataPart> = {}): OwnDataPart => ({
  ...{ table, of: byAccount, name, why, leaving: 'stays' },
  ...rest,
});
/** Nothing of a person: his id stands there as that of somebody who works for the house. */
const duty = (table: string, column: string, why: string): OwnDataPart => ({
  table,
  of: `${column} = $1`,
  name: null,
  leaving: 'stays',
  why,
});
const unseen = (table: string, why: string, rest: Partial<OwnDataPart> = {}): OwnDataPart => ({
  table,
  of: byUser,
  name: null,
  leaving: 'goes',
  why,
  ...rest,
});

/**
 * What the house's own tables hold of people. A test finds every table that names people or their accounts and is not here. `t` is the table in
 * conditions. In the order in which rows go.
 */
export const houseParts: readonly OwnDataPart[] = [
  stays(
    'app_user',
    'profile',
    'The books name whoever had an account. Name, addresses and password go; what is left is `deleted-` and the id.',
    {
      ...{ of: 'id = $1', hidden: ['password_hash'] },
    },
  ),
  goes('user_config', 'settings'),
  goes('setting', 'kept-settings'),
  goes('session', 'sessions', { hidden: ['token_hash'] }),
  goes('login_log', 'sign-ins', { key: ['id'] }),
  goes('api_key', 'api-keys', { hidden: ['token_hash'] }),
  goes('push_device', 'devices', { hidden: ['sealed_keys', 'endpoint'] }),
  goes('layout', 'layouts', { key: ['id'] }),
  goes('user_document', 'documents', { key: ['kind', 'key'] }),
  goes('plugin_opt_out', 'plugins-put-away'),
  goes('message_read', 'messages-read', { key: ['message_id'] }),
  goes('message', 'messages', { key: ['id'] }),
  goes('admission', 'invitation', { hidden: ['token_hash'], key: ['admission_id'] }),
  goes('delivery', 'letters', { hidden: ['sealed_body'], key: ['place'] }),
  goes('user_trace', 'traces', { of: 'actor = $1', key: ['id'] }),
  goes('account_grant', 'authorisations', { of: `(grantee_id = $1 or granted_by = $1 or ${byAccount})` }),
  goes('instance_grant', 'instance-authorisations', { of: '(grantee_id = $1 or granted_by = $1)', key: ['grantee_id', 'instance_id'] }),
  unseen('sign_in_step', 'Says in which ways somebody proves himself; the page Security shows them.'),
  unseen('pending_sign_in', 'Five minutes of a sign-in, by the hash of its token.'),
  unseen('known_network', 'Networks stand there by hashes that nobody can read.'),
  goes('api_group', 'account-groups', { erasure: ['update api_account set group_id = null where user_id = $1'] }),
  stays('api_account', 'accounts', books, {
    of: byUser,
    erasure: ["update api_account set name = 'account ' || api_id, addresses = '[]', key_end = null where user_id = $1"],
  }),
  stays('money_movement', 'money-movements', books, { of: byUser, key: ['number'] }),
  stays('approval', 'approvals', decisions, { of: '(asked_by = $1 or decided_by = $1)', key: ['id'] }),
  stays('order_record', 'orders', books, { key: ['venue', 'order_id'] }),
  stays('refused_order', 'refused-orders', books, { key: ['venue', 'order_id'] }),
  stays('order_refusal', 'order-refusals', books, { key: ['venue', 'refusal_id'] }),
  stays('order_event', 'order-events', books, { of: ownOrders('order_record'), key: ['venue', 'sequence', 'ordinal'] }),
  stays('fill_record', 'fills', books, { key: ['venue', 'symbol', 'account_type', 'trade_id', 'order_id'] }),
  stays('ledger_line', 'ledger', books, { of: `account in ${ownAccounts}`, key: ['venue', 'entry_id', 'ordinal'] }),
  stays('balance', 'balances', books),
  stays('position', 'positions', books),
  stays('strategy_instance', 'strategies', books, { of: byUser, hidden: ['snapshot', 'simulation'], key: ['instance_id'] }),
  stays('strategy_event', 'strategy-events', books, { of: ownInstances, key: ['event_id'] }),
  stays(
    'strategy_plot',
    null,
    'Lines that a strategy has drawn: they follow from its parameters and its orders, and go after ninety days.',
    {
      of: ownInstances,
    },
  ),
  stays('strategy_effect', null, 'What a strategy is about to do: nothing once it has ended.', { of: ownInstances }),
  stays('audit_log', 'audit', chain, { of: "(actor = $1 or subject = 'person/' || $1)", hidden: ['prev_hash', 'hash'], key: ['id'] }),
  duty('plugin_package', 'installed_by', 'Who has installed a package, by id.'),
  duty('plugin_package_key', 'added_by', 'Who trusts a key, by id.'),
  duty('plugin_set_version', 'saved_by', 'Who has saved a plugin set, by id.'),
  duty('named_plugin_set', 'saved_by', 'Who has saved a plugin set, by id.'),
  duty('desk_switch', 'thrown_by', 'Who has thrown a switch, by id.'),
];

/** Of a table of a plugin that has a column `user_id` and of which its plugin says nothing. */
export const usualPart = (table: string, columns: readonly string[]): OwnDataPart => ({
  ...{ table, of: byUser, name: table.replace('__', '.'), leaving: 'goes' },
  hidden: columns.filter((column) => secretWords.test(column)),
});
const secretWords = /seal|secret|digest|hash|token|password|public_key|credential/;
