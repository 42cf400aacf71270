import { toldIn } from '../../../core/contract/notices.ts';
import type { SentInvitationView } from '../../../schemas/wire/invitation.ts';
import type { Services } from '../requires.ts';
import { wayTo } from './invite-draft.ts';

const told = toldIn('page-users');

/** By which way the letter went; one that waits is read in the outbox. */
export function tellWay({ notices, commands }: Pick<Services, 'notices' | 'commands'>, { invitation, channels }: SentInvitationView): void {
  const { address } = invitation;
  const way = wayTo(address, channels);
  const text = told(`invite.way.${way}`, { address });
  if (way === 'mail' || way === 'sms') notices.show('success', text);
  else notices.show('info', text, { action: { label: told('invite.outbox'), run: () => void commands.run('page./admin/outbox') } });
}
