import type { Static } from '@sinclair/typebox';
import type { TypedMailServer } from '../../schemas/wire/platform-deliveries.ts';
import type { SetUpAnswers } from './set-up.ts';

/** What was typed of a mail server, with its password apart. */
export function typedMailServer({ user_password: password, ...server }: Static<typeof TypedMailServer>): NonNullable<SetUpAnswers['mail']> {
  return { server: { ...server, host: server.host.trim() }, password };
}
