import type { Translate } from '../../core/ui/index.ts';

/** Deeds that have a sentence on this page: `action.<word>`. Plugins may tell of others, which are shown by their word. */
export const knownActions = [
  ...[
    'person.created',
    'person.registered',
    'person.changed',
    'person.password',
    'person.sessions-ended',
    'person.noted',
    'person.viewed',
    'people.exported',
  ],
  ...['person.second-factor-on', 'person.second-factor-off', 'person.recovery-codes'],
  ...['person.passkey-added', 'person.passkey-removed', 'person.passkey-copied'],
  ...['person.data-exported', 'person.leaving', 'person.kept', 'person.erased'],
  ...['session.opened', 'session.closed', 'api-key.created', 'api-key.revoked'],
  ...['plugin-set.changed', 'plugin-set.named', 'plugin-set.unnamed', 'layout.shared', 'layout.unshared', 'layout.default-changed'],
  ...['package.installed', 'package.updated', 'package.granted', 'package.enabled', 'package.disabled', 'package.removed'],
  ...['package-key.trusted', 'package-key.distrusted', 'platform.set-up', 'platform.changed', 'mail-server.changed'],
  ...['keys.rotated', 'keys.given-up'],
  ...['delivery.viewed', 'delivery.retried'],
  ...['money.requested', 'money.approved', 'money.refused', 'money.taken-back', 'money.done', 'money.failed', 'money.unresolved'],
  ...['money.limit-changed', 'money.viewed', 'money.exported'],
  ...['fees.changed', 'terms.changed', 'venue.loss-accepted', 'backup.begun', 'backup.taken'],
  ...['strategies.halted', 'strategies.resumed', 'strategy.stopped-by-admin'],
  ...['strategy.stopped-by-risk', 'desk.halted', 'desk.release-asked', 'desk.release-refused', 'desk.released'],
  ...['account.frozen', 'account.unfrozen', 'market.halted', 'market.resumed', 'orders.canceled', 'risk.limit-changed'],
  ...['audit.viewed', 'audit.exported', 'audit.checked'],
] as const;

/** Null: it has no sentence. */
export const sentenceOf = (action: string, t: Translate): string | null =>
  knownActions.some((one) => one === action) ? t(`action.${action}`) : null;
