import type { Messages } from '../../core/contract/messages.ts';
import type { HouseMoney } from '../../core/contract/money.ts';
import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { OwnerNews } from './owner-news.ts';
import type { ProofFiles } from './proof-files.ts';
import { proofWords } from './proof-words.ts';

interface JobParts {
  readonly money: Pick<HouseMoney, 'resolve' | 'prove' | 'fileNamed'>;
  readonly messages: Pick<Messages, 'sendToRole'>;
  readonly proofs: Pick<ProofFiles, 'forget'>;
  readonly news: Pick<OwnerNews, 'tellMissed'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'error'>;
}

const hourMs = 60 * 60_000;
/** Whoever hears that books do not agree. */
const alarmed = ['finance', 'finance_manage', 'admin'] as const;

/** What the house does by itself: asks again for movements without an answer, proves once a day that all sums agree, tells owners what a stop kept from them, forgets what proves nothing. */
export function houseJobs({ money, messages, proofs, news, clock, logger }: JobParts): readonly JobTerms[] {
  return [
    { id: 'resolve', everyMs: 10_000, firstAfterMs: 3_000, run: async () => void (await money.resolve()) },
    {
      id: 'prove',
      everyMs: 15 * 60_000,
      firstAfterMs: 30_000,
      run: async () => {
        await money.prove(false, async (proof, within) => {
          const { day, exchange, findings, timeMs } = proof;
          logger.error(
            { exchange, day, findings: findings.length, first: findings[0] },
            'ledger, wallets and stored balances do not agree',
          );
          const message = { kind: 'system', about: 'system', ...proofWords(proof), timeMs } as const;
          for (const role of alarmed) await messages.sendToRole(role, message, within);
        });
      },
    },
    { id: 'tell-owners', everyMs: hourMs, firstAfterMs: 5_000, run: () => news.tellMissed() },
    { id: 'forget-proofs', everyMs: hourMs, run: () => proofs.forget(clock.nowMs() - 24 * hourMs, (fileId) => money.fileNamed(fileId)) },
  ];
}
