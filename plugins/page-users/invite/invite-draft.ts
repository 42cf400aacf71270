import { isEmail, isMail, isPhone, tidyAddress } from '../../../core/domain/accounts/person-rules.ts';
import type { SentInvitationView } from '../../../schemas/wire/invitation.ts';

/** Key of the text that says what is wrong with an address; null: nothing. */
export function addressProblem(typed: string): 'address' | 'email' | 'phone' | null {
  const address = tidyAddress(typed);
  if (address === '') return 'address';
  if (isMail(address)) return isEmail(address) ? null : 'email';
  return isPhone(address) ? null : 'phone';
}

/** By which way a letter goes to an address; without its channel it waits in the outbox. */
export type LetterWay = 'mail' | 'sms' | 'outboxMail' | 'outboxSms';

export function wayTo(address: string, channels: SentInvitationView['channels']): LetterWay {
  if (isMail(address)) return channels.mail ? 'mail' : 'outboxMail';
  return channels.sms ? 'sms' : 'outboxSms';
}
