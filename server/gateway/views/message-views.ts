import type { Language } from '../../../core/domain/language.ts';
import type { MessageView } from '../../../schemas/wire/user.ts';
import type { MessageRecord } from '../../store/records.ts';

/** Messages in the language of their reader, who is asked for it when one of them has several. */
export async function messageViews(messages: readonly MessageRecord[], languageOf: () => Promise<Language>): Promise<MessageView[]> {
  const language = messages.some(({ words }) => words !== undefined) ? await languageOf() : 'en';
  return messages.map((message) => messageView(message, language));
}

function messageView({ id, type, title, body, words, refersTo, msgTimeMs, isRead }: MessageRecord, language: Language): MessageView {
  const said = words?.[language] ?? { title, body };
  return {
    ...{ id: String(id), type, title: said.title, body: said.body, msg_time: msgTimeMs, is_read: isRead },
    ...(refersTo === undefined ? {} : { refers_to: refersTo }),
  };
}
