import { describe, expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';

/** Places that would decide by themselves who may do what with an account, and where each may stand. */
const decisions: readonly { readonly what: string; readonly pattern: RegExp; readonly allowed: readonly string[] }[] = [
  {
    what: 'compares the owner of an account',
    pattern: /\b\w*[aA]ccount\w*\??\.userId\s*[!=]==|[!=]==\s*\w*[aA]ccount\w*\??\.userId\b/,
    // Whose accounts trade together, and which one is made for whom; `account-access` reads the owner under a name of its own.
    allowed: ['server/trading/accounts/api-account-directory.ts'],
  },
  {
    what: 'lists the accounts of an owner',
    pattern: /\baccounts?\w*\.listOf\(|\bownedBy\b|\bownIds\b|\btradingRoles\b/,
    allowed: [],
  },
  {
    what: 'asks which role may do it with which tie',
    pattern: /\bmayWith\(/,
    allowed: ['core/domain/accounts/role-book.ts', 'server/trading/accounts/account-access.ts'],
  },
  {
    what: 'asks what was granted',
    pattern: /\bgrants\.allows\(/,
    allowed: ['server/trading/accounts/account-access.ts'],
  },
  {
    what: 'reads what the server has said of an account',
    pattern: /\bmay\.includes\(/,
    allowed: ['core/client/accounts/account-access.ts'],
  },
];

/** `file:line what` of each decision that stands where it may not. */
function strayDecisions(file: string, source: string): readonly string[] {
  return decisions
    .filter(({ allowed }) => !allowed.includes(file))
    .flatMap(({ what, pattern }) =>
      source.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1} ${what}: ask accountAccess.may instead`] : [])),
    );
}

describe('who may do what with an account', () => {
  it('is decided in one place for the server and read in one for the browser', () => {
    const files = sourceFiles().filter((file) => !isTest(file));
    expect(files.flatMap((file) => strayDecisions(file, readSource(file)))).toEqual([]);
  });

  it('is missed nowhere: a planted decision of each kind is found', () => {
    const planted = [
      'if (account.userId !== principal.userId) return refused("ACCESS_ACCOUNT");',
      'const own = accounts.listOf(userId);',
      'return roles.mayWith(role, "trade", "own");',
      'return grants.allows(userId, apiId, "see");',
      'const mayTrade = account.may.includes("trade");',
    ];
    expect(planted.map((line) => strayDecisions('server/gateway/planted.ts', line).length)).toEqual(planted.map(() => 1));
  });
});
