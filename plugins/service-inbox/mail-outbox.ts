import type { Mail } from '../../core/contract/mail.ts';
import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { LetterKind } from '../../core/domain/forms/letter.ts';

/** A letter that no mail has told of yet. */
export interface QueuedMail {
  readonly letterId: string;
  readonly kind: LetterKind;
  readonly receivedMs: number;
}

interface OutboxParts {
  readonly mail: Pick<Mail, 'isOn' | 'send' | 'linkTo'>;
  readonly table: { queued(limit: number): Promise<readonly QueuedMail[]>; sent(letterId: string): Promise<void> };
  readonly clock: Pick<Clock, 'elapsedMs'>;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

const everyMs = 5_000;
const batch = 20;
const [firstRestMs, longestRestMs] = [30_000, 3_600_000];
const names: Readonly<Record<LetterKind, string>> = { contact: 'the contact form', career: 'an application' };

/**
 * Sends one mail for each letter, in their order. A mail server that does not answer holds up no form and loses nothing: mails wait in the database, and
 * the outbox rests longer with every failure. Where nobody knows whether a mail was taken, it goes again under the same id.
 */
export function mailing({ mail, table, clock, logger }: OutboxParts): JobTerms {
  let [restMs, restsUntilMs] = [0, 0];
  return {
    id: 'mail',
    everyMs,
    run: async (stop) => {
      // Somebody may name a mail server, or take it back, while this runs.
      if (!mail.isOn || clock.elapsedMs() < restsUntilMs) return;
      for (const letter of await table.queued(batch)) {
        if (stop.aborted) return;
        try {
          await mail.send(mailOf(letter, mail.linkTo(`/admin/inbox?letter=${letter.letterId}`)));
        } catch (error) {
          restMs = Math.min(longestRestMs, Math.max(firstRestMs, restMs * 2));
          restsUntilMs = clock.elapsedMs() + restMs;
          logger.warn({ err: error, restSeconds: restMs / 1_000 }, 'mails of letters wait: they are tried again after a rest');
          return;
        }
        await table.sent(letter.letterId);
        if (restMs > 0) logger.info({}, 'mails of letters go again');
        restMs = 0;
      }
    },
  };
}

/** Who wrote, and what, stands in the inbox alone: mails stay when the letter has gone. */
function mailOf({ letterId, kind, receivedMs }: QueuedMail, link: string | null) {
  const lines = [
    `Somebody has sent ${names[kind]}, at ${new Date(receivedMs).toISOString()}.`,
    link === null ? 'It is in the inbox, in the menu of administrators.' : link,
  ];
  return { id: letterId, subject: `Tessera: ${names[kind]}`, text: `${lines.join('\n\n')}\n` };
}
