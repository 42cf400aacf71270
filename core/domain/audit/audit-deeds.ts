/**
 * Every deed that the audit log knows, under the kind that it is looked for by. Whoever writes a new one enters it here and gives it a sentence
 * (`action.<word>` of page-audit); tests/architecture/audit/audit-deeds.test.ts finds those that were forgotten.
 */
export const auditDeeds = {
  sessions: [
    ...['session.opened', 'session.refused', 'session.closed', 'person.password', 'person.sessions-ended'],
    ...['person.second-factor-on', 'person.second-factor-off', 'person.recovery-codes'],
    ...['person.passkey-added', 'person.passkey-removed', 'person.passkey-copied'],
  ],
  permissions: [
    ...['person.created', 'person.registered', 'person.changed', 'person.noted', 'person.leaving', 'person.kept', 'person.erased'],
    ...['invitation.made', 'invitation.resent', 'invitation.revoked', 'invitation.accepted'],
    ...['authorisation.given', 'authorisation.taken', 'access.refused'],
  ],
  sets: [
    ...['plugin-set.changed', 'plugin-set.named', 'plugin-set.unnamed', 'product-version.changed'],
    ...['layout.shared', 'layout.unshared', 'layout.default-changed'],
  ],
  keys: [
    ...['api-key.created', 'api-key.revoked', 'api-key.new-address', 'keys.rotated', 'keys.given-up'],
    ...['account.created', 'account.changed', 'account.deleted', 'account.keys-changed'],
  ],
  money: [
    ...['money.requested', 'money.approved', 'money.refused', 'money.taken-back', 'money.done', 'money.failed', 'money.unresolved'],
    ...['money.transferred', 'money.allocation-begun', 'money.allocation-refused', 'money.allocated'],
    ...['address.added', 'address.removed', 'money.limit-changed', 'fees.changed', 'terms.changed'],
  ],
  orders: [
    'orders.sealed',
    'orders.sent-for',
    'orders.changed-for',
    'orders.sent-by-key',
    'orders.canceled',
    'positions.closed',
    'copying.changed',
    'copying.ended',
  ],
  exports: ['people.exported', 'person.data-exported', 'money.exported', 'account.exported', 'letters.exported', 'audit.exported'],
  views: [
    ...['person.viewed', 'delivery.viewed', 'letter.viewed', 'money.viewed', 'audit.viewed', 'orders.viewed'],
    ...['account.viewed', 'accounts.viewed', 'instances.viewed', 'exposure.viewed', 'positions.viewed'],
  ],
  risk: [
    ...['strategies.halted', 'strategies.resumed', 'strategy.stopped-by-admin', 'strategy.stopped-by-risk'],
    ...['desk.halted', 'desk.release-asked', 'desk.release-refused', 'desk.released'],
    ...['account.frozen', 'account.unfrozen', 'market.halted', 'market.resumed', 'risk.limit-changed'],
    ...['risk.orders-barred', 'risk.orders-allowed'],
  ],
  platform: [
    ...[
      'platform.set-up',
      'platform.changed',
      'mail-server.changed',
      'sms-gateway.changed',
      'delivery.retried',
      'backup.begun',
      'backup.taken',
      'backup.failed',
      'backup.restored',
    ],
    ...['package.installed', 'package.updated', 'package.granted', 'package.enabled', 'package.disabled', 'package.removed'],
    ...['package-key.trusted', 'package-key.distrusted', 'venue.loss-accepted', 'venue.closed', 'audit.checked'],
    ...['announcement.made', 'announcement.changed', 'announcement.withdrawn', 'letter.deleted'],
  ],
} as const;

export type AuditGroup = keyof typeof auditDeeds;
/** As lists show them. */
export const auditGroups = Object.keys(auditDeeds) as readonly AuditGroup[];
